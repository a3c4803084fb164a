import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../tests/support/record-queries.ts";
import { inboxForms } from "../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../platform/db/client.ts";
import { indexWords, type SearchIndex } from "../../records/cases/words.ts";
import { readApplicationQuery } from "../applications/list/application-filter.ts";
import { listApplications } from "../applications/list/list-applications.ts";
import { toCaseQuery } from "../inbox/list/case-filter.ts";
import { listCases } from "../inbox/list/list-cases.ts";

type Search = (client: Pick<DatabaseClient, "db" | "engine">, after: string) => Promise<unknown>;

const searches: readonly (readonly [what: string, SearchIndex, Search])[] = [
  [
    "cases",
    "case_words",
    (client, after) => listCases(client, toCaseQuery({ status: "all", q: "helen" }, ""), after, 0),
  ],
  [
    "cases of a colleague, with form and tag",
    "case_words",
    (client, after) => {
      const [form] = Object.keys(inboxForms);
      const filter = { status: "new", form, tag: "billing", assignee: "me", q: "helen" } as const;
      return listCases(client, toCaseQuery(filter, "imani"), after, 0);
    },
  ],
  [
    "applications",
    "application_words",
    (client, after) => {
      const query = readApplicationQuery({ status: "all", q: "helen", market: "802" }, 0);
      return listApplications(client, query, after);
    },
  ],
];

describeEachDialect("search", (open, _create, engine) => {
  // PostgreSQL has statistics, and chooses by them.
  test.runIf(engine === "sqlite").each(searches)(
    "looks up the hits by their numbers: %s",
    async (_what, index, search) => {
      const client = await open();
      await client.write((trx) => indexWords(trx, engine, 1, "helen", index));
      const { db, queries } = recordQueries(client.db);
      await search({ db, engine }, "0.10");
      const query = queries.find(({ sql }) => sql.includes("json_each"));
      if (!query) throw new Error("No hits were read.");
      const { rows } = await client.db.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      });
      const reads = rows.map(({ detail }) => detail).filter((one) => / USING .*INDEX /.test(one));
      expect(reads[0]).toContain("(number=?)");
    },
  );
});
