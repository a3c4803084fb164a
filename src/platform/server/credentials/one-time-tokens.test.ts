import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { consumeToken, issueToken, readToken, revokeTokens } from "./one-time-tokens.ts";

const now = Date.UTC(2026, 5, 27, 12);
const token = {
  kind: "change-email",
  uid: null,
  data: "new@example.com",
  lifetimeMs: 1000,
} as const;
const kinds = ["change-email", "verify-email"] as const;

describeEachDialect("one-time tokens", (open) => {
  test("of ten concurrent uses of one token, one succeeds", async () => {
    const { db, write } = await open();
    const text = await write((trx) => issueToken(trx, token, now));
    expect(await readToken(db, text, kinds, now)).toMatchObject({ data: "new@example.com" });
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => write((trx) => consumeToken(trx, text, kinds, now))),
    );
    expect(uses.filter(Boolean)).toEqual([
      { kind: "change-email", uid: null, data: "new@example.com" },
    ]);
    expect(await readToken(db, text, kinds, now)).toBe(undefined);
  });

  test("a token that is expired or of another kind is invalid, and is not consumed", async () => {
    const { db, write } = await open();
    const text = await write((trx) => issueToken(trx, token, now));
    for (const [wanted, when] of [
      [["reset-password"], now],
      [kinds, now + 1000],
    ] as const) {
      expect(await readToken(db, text, wanted, when)).toBe(undefined);
      expect(await write((trx) => consumeToken(trx, text, wanted, when))).toBe(undefined);
    }
    expect(await write((trx) => consumeToken(trx, text, kinds, now + 999))).toBeDefined();
  });

  test("the database contains no token", async () => {
    const { db, write } = await open();
    const text = await write((trx) => issueToken(trx, token, now));
    const rows = await db.selectFrom("one_time_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(text);
    await write((trx) => revokeTokens(trx, "somebody else", kinds));
    expect(await readToken(db, text, kinds, now)).toBeDefined();
  });
});
