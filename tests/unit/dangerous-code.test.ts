import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|tsx|js)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, "/"))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, "utf8") }));

interface Rule {
  /** Action that is permitted only in the reviewed files. */
  readonly what: string;
  readonly pattern: RegExp;
  readonly permitted?: readonly string[];
}

const rules: readonly Rule[] = [
  {
    what: "evaluates text as code",
    pattern: /\beval\(|new Function\b|node:vm|set(Timeout|Interval)\(\s*["'`]/,
  },
  {
    what: "writes HTML around React",
    pattern: /innerHTML|insertAdjacentHTML|document\.write|srcdoc|dangerouslySetInnerHTML/i,
    permitted: [
      // JSON for search engines with every "<" escaped.
      "src/platform/site/page/page-meta.tsx",
      // Restores the served HTML of a part of the page.
      "src/app/site/frozen-page.tsx",
    ],
  },
  {
    what: "builds SQL from strings",
    pattern: /\bsql\.(raw|lit|literal)\b|CompiledQuery\.raw/,
    permitted: [
      // Starts and ends transactions.
      "src/platform/server/db/engines/node-sqlite.ts",
      // The statements of the schema's own files.
      "src/platform/server/db/migrations/2026-12-31-schema.ts",
      // Names from the migration's own lists.
      "src/platform/server/db/migrations/2027-01-02-customers.ts",
      "src/platform/server/db/migrations/2027-01-07-requests.ts",
      "src/platform/server/db/migrations/2027-01-12-request-series.ts",
      "src/platform/server/db/migrations/2027-01-13-events.ts",
      // A number: the length of an ID.
      "src/features/recruiting/server/applicants/delete-visitors.ts",
      // A number: the length of a text.
      "src/platform/server/files/removals.ts",
    ],
  },
  {
    what: "starts a program",
    pattern: /node:child_process|\bexecSync\b/,
    // Node itself with fixed arguments, without a shell.
    permitted: [
      "src/platform/server/db/continuous/backup-process.ts",
      "src/platform/server/db/engines/sqlite-integrity.ts",
      "src/platform/server/parsing/run-parser.ts",
    ],
  },
  { what: "lets a shell read a command", pattern: /shell: true|import \{[^}]*\bexec\b/ },
  { what: "hashes with broken algorithms", pattern: /["'`](md5|sha1|md4|ripemd)["'`]/i },
  {
    what: "uses predictable random numbers",
    pattern: /Math\.random/,
    permitted: [
      // Back-off of a retried transaction.
      "src/platform/server/db/engines/postgres.ts",
      // Spreads the requests of open pages.
      "src/platform/desk/data/refresher.ts",
    ],
  },
  {
    what: "accepts messages from other windows",
    pattern: /postMessage|onmessage|addEventListener\("message"/,
  },
  {
    what: "keeps something in the browser for good",
    pattern: /localStorage|indexedDB/,
    // How the desk works in this browser, such as whether single keys do; not personal data.
    permitted: ["src/platform/desk/shell/browser-settings.ts"],
  },
  {
    what: "sets cookies directly",
    pattern: /set-cookie|document\.cookie =|cookieStore/i,
    permitted: [
      "src/platform/server/http/cookies.ts",
      // Forwards cookies that cookies.ts has set.
      "src/platform/server/pages/page-server.ts",
      // Display preferences, which scripts read; not personal data.
      "src/platform/server/pages/display-preferences.ts",
      "src/platform/site/page/display-preferences.ts",
      // Keeps the provider from setting the cookie of a session of its own.
      "src/features/identity/server/provider/provider.ts",
    ],
  },
  {
    what: "disables certificate verification",
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/,
  },
];

test.each(rules)("no code $what, except where reviewed", ({ pattern, permitted = [] }) => {
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  expect(found.sort()).toEqual([...permitted].sort());
});
