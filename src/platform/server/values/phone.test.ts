import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import {
  findPhoneOnly,
  selectPhoneOnly,
} from "../../../features/messages/server/forms/find-submissions.ts";
import { findByPhone } from "../../../features/privacy/server/deletion/find.ts";
import { waitlistForm } from "../../../features/recruiting/contract/waitlist-form.ts";
import { searchTerms, splitWords } from "../search/split-words.ts";
import { phoneKey, phoneWords } from "./phone.ts";

/** Ways in which people type the same number. */
const typed = [
  "(303) 555-0142",
  "303-555-0142",
  "303.555.0142",
  "303 555 0142",
  "3035550142",
  "+1 303 555 0142",
  "1-303-555-0142",
  "13035550142",
];

/** Whether a typed text finds a stored number, also while it is being typed. */
function finds(text: string, stored: string): boolean {
  const words = splitWords(phoneWords(stored).join("\n"));
  return searchTerms(text).every((term) =>
    term.some((some) => some.every((sought) => words.some((word) => word.startsWith(sought)))),
  );
}

test("a number is found however it was typed and is searched for, also while typing", () => {
  for (const stored of typed) {
    for (const text of typed) {
      for (let length = 1; length <= text.length; length += 1) {
        expect(finds(text.slice(0, length), stored), `${text.slice(0, length)} in ${stored}`).toBe(
          true,
        );
      }
    }
    const isFound = (text: string) => finds(text, stored);
    expect(["555-0142", "5550142", "0142"].every(isFound)).toBe(true);
    expect(["303-555-0143", "555-0143", "303-556"].some(isFound)).toBe(false);
  }
});

test("other digits are not a phone number", () => {
  expect(searchTerms("80202-1234")).toEqual([[["802021234"]]]);
  expect(searchTerms("4111 1111 1111 1111")).toEqual([[["4111"]], [["1111"]]]);
});

describeEachDialect("records with a phone number", (_open, createDatabase) => {
  test("are found by the index of numbers, whatever separates the digits", async () => {
    const { database } = await openTestApp(createDatabase);
    const between = ["-", "\u00a0", "\t", ") ", "\u3000", ".", ""];
    await database.write((trx) =>
      trx
        .insertInto("submissions")
        .values(
          [...between, null].map((mark, index) => ({
            id: `id-${index}`,
            collection: waitlistForm.collection,
            reference: `REFERENC${index}`,
            data: JSON.stringify(mark === null ? {} : { phone: `+1303${mark}555${mark}0142` }),
            email: "",
            phone_key: mark === null ? "" : phoneKey(`+1303${mark}555${mark}0142`),
            created_at: 0,
          })),
        )
        .execute(),
    );
    const key = phoneKey("303-555-0142");
    expect(await findByPhone(database.db, key)).toHaveLength(between.length);
    expect(await findPhoneOnly(database.db, [key, "9705550188"])).toHaveLength(between.length);
    expect(await findPhoneOnly(database.db, ["9705550188"])).toEqual([]);

    const { sql: text, parameters } = selectPhoneOnly(database.db, [key]).compile();
    const plan = await database.write(async (trx) => {
      const isPostgres = database.engine === "postgres";
      // PostgreSQL would rather scan a table as small as this one.
      if (isPostgres) await sql`set local enable_seqscan = off`.execute(trx);
      const explain = isPostgres ? "explain" : "explain query plan";
      return trx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    });
    expect(JSON.stringify(plan.rows)).toContain("submissions_by_phone_key");
  });
});

test.each([
  ["719-555-0163 ext. 12", "7195550163"],
  ["719.555.0163x4", "7195550163"],
  ["+1 (719) 555 0163 #9", "7195550163"],
  ["\u202a719\u2011555\u20110163\u202c", "7195550163"],
  ["\uff17\uff11\uff19 555 0163", "7195550163"],
  ["tel:+1-719-555-0163", "7195550163"],
  ["011 44 20 7946 0958", "+442079460958"],
  ["+44 20 7946 0958", "+442079460958"],
  ["442079460958", "+442079460958"],
  ["207-946-0958", "2079460958"],
  ["+49 (0)89 1234567", "+49891234567"],
  ["555-0163", "5550163"],
  ["none", ""],
])("the key of %j is %j", (typed, key) => {
  expect(phoneKey(typed)).toBe(key);
  expect(phoneKey(phoneKey(typed))).toBe(phoneKey(typed));
});

test("an extension or a country does not hide a number from the search", () => {
  expect(finds("719.555.0163", "719-555-0163 x7")).toBe(true);
  expect(finds("719-555-0163 ext 2", "(719) 555-0163")).toBe(true);
  expect(finds("+44 20 7946 0958", "+442079460958")).toBe(true);
  expect(finds("011 44 20 7946 0958", "+44 (0)20 7946 0958")).toBe(true);
  expect(finds("7946-0958", "+44 20 7946 0958")).toBe(false);
  expect(finds("207-946-0957", "+44 20 7946 0958")).toBe(false);
});
