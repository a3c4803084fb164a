import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../tests/support/record-queries.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { inboxForms } from "../../../features/messages/contract/inbox.ts";
import { indexCases } from "../../../features/messages/server/cases/index-cases.ts";
import { makeCases } from "../../../features/messages/server/cases/make-cases.ts";
import { toCaseQuery } from "../../../features/messages/server/inbox/list/case-filter.ts";
import { listCases } from "../../../features/messages/server/inbox/list/list-cases.ts";
import { toApplicationQuery } from "../../../features/recruiting/server/desk/application-filter.ts";
import { listApplications } from "../../../features/recruiting/server/desk/list-applications.ts";
import type { DatabaseClient } from "../db/client.ts";
import { indexWords, type SearchIndex } from "./word-index.ts";

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
      const query = toApplicationQuery({ status: "all", q: "helen", market: "802" }, 0);
      return listApplications(client, query, after);
    },
  ],
];

describeEachDialect("search", (open, createDatabase, engine) => {
  // PostgreSQL has statistics, and chooses its plan by them.
  test.runIf(engine === "sqlite").each(searches)(
    "looks up the hits by their numbers: %s",
    async (_what, index, search) => {
      const client = await open();
      await client.write((trx) => indexWords(trx, engine, 1, { names: "Helen", text: "" }, index));
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

  test("finds rare words far behind the newest cases, in both orders", async () => {
    const server = await openTestApp(createDatabase);
    const { database, clock } = server;
    const message = { name: "Ada", email: "ada@example.com", message: "A zebra at my door." };
    const first = await submitForm(server, message);
    await makeAllCases(server);
    const second = await submitForm(server, { ...message, message: "One more zebra." });
    await makeCases(database, clock.now);
    // Simulates many other records in between.
    await database.write((trx) =>
      trx.updateTable("cases").set({ number: 2_000_000 }).where("reference", "=", second).execute(),
    );
    await indexCases(database);
    const find = async (sort: "newest" | "oldest") => {
      const query = toCaseQuery({ status: "all", q: "zeb", sort }, "");
      const { cases, next, isCountExact } = await listCases(database, query, undefined, clock.now);
      return [cases.map(({ reference }) => reference), next, isCountExact];
    };
    expect(await find("newest")).toEqual([[second, first], null, true]);
    expect(await find("oldest")).toEqual([[first, second], null, true]);
  });

  test("finds words that PostgreSQL's parser would split or change", async () => {
    const server = await openTestApp(createDatabase);
    const { database, clock } = server;
    // Numbers with exponent as references may contain, digits of other scripts, one long word.
    const words = ["7e8a6xtx", "23E4WXYA", "2E3", "1༳3", "İzmir", "ſtraße", "x".repeat(60)];
    const message = { name: "Ada", email: "ada@example.com", message: words.join(" ") };
    await submitForm(server, message);
    await makeAllCases(server);
    const count = async (q: string) => {
      const query = toCaseQuery({ status: "all", q }, "");
      return (await listCases(database, query, undefined, clock.now)).cases.length;
    };
    for (const word of words) {
      expect([word, await count(word), await count(word.slice(0, -1))]).toEqual([word, 1, 1]);
      expect(await count(`${word}q`)).toBe(word.length > 40 ? 1 : 0);
    }
  });
});
