import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|tsx|js)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, "/"))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, "utf8") }));

/** What may stand nowhere, or in the named files only, where it was looked at. */
const rules: readonly (readonly [string, RegExp, ...string[]])[] = [
  ["runs text as code", /\beval\(|new Function\b|node:vm|set(Timeout|Interval)\(\s*["'`]/],
  [
    "writes HTML past React",
    /innerHTML|insertAdjacentHTML|document\.write|srcdoc|dangerouslySetInnerHTML/i,
    // JSON for search engines with every "<" escaped.
    "src/web/page-meta.tsx",
    // Gives a part of the page back its own HTML.
    "src/web/frozen-page.tsx",
  ],
  [
    "builds SQL from text",
    /\bsql\.(raw|lit|literal)\b|CompiledQuery\.raw/,
    // "begin", "commit" and the like.
    "src/server/db/node-sqlite.ts",
  ],
  [
    "starts a program",
    /node:child_process|\bexecSync\b/,
    // Its own executable with fixed arguments, without a shell.
    "src/server/db/integrity.ts",
  ],
  ["lets a shell read a command", /shell: true|import \{[^}]*\bexec\b/],
  ["hashes with what is broken", /["'`](md5|sha1|md4|ripemd)["'`]/i],
  [
    "draws numbers that can be guessed",
    /Math\.random/,
    // How long a transaction waits before it tries again.
    "src/server/db/postgres.ts",
  ],
  ["takes messages of other windows", /postMessage|onmessage|addEventListener\("message"/],
  ["keeps something in the browser for good", /localStorage|indexedDB/],
  [
    "sets a cookie in its own way",
    /set-cookie|document\.cookie =|cookieStore/i,
    "src/server/http/cookies.ts",
    // Passes on what cookies.ts set.
    "src/server/pages/page-server.ts",
    // The reading settings, which scripts read; they say nothing about anybody.
    "src/server/pages/reading.ts",
    "src/web/reading.ts",
  ],
  ["trusts any certificate", /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
];

test.each(rules)("no code %s, but where it was looked at", (_what, pattern, ...permitted) => {
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  expect(found.sort()).toEqual([...permitted].sort());
});
