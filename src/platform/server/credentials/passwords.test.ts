import { describe, expect, test } from "vitest";
import { hashAsTyped, testPasswords } from "../../../../tests/support/passwords.ts";
import { toImportedHash } from "./firebase-scrypt.ts";
import { Passwords } from "./passwords.ts";

const word = "seven apples";

/** Everything before the salt: the function and its cost. */
function costOf(hash: string): string {
  return hash.split("$").slice(0, 4).join("$");
}

test("a hash has the cost that OWASP recommends, and so has checking an unknown account", async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(word);
  expect(costOf(hash)).toBe("$argon2id$v=19$m=19456,t=2,p=1");
  expect(costOf(passwords.dummyHash)).toBe(costOf(hash));
  expect(await passwords.verify(word, hash)).toEqual({ isRight: true, isOutdated: false });
  expect((await passwords.verify("seven pears", hash)).isRight).toBe(false);
  expect((await passwords.verify(word, passwords.dummyHash)).isRight).toBe(false);
});

test("a hash with another cost can still be verified", async () => {
  const hash = await new Passwords({ memory: 8, passes: 1, parallelism: 1 }).hash(word);
  expect(costOf(hash)).toBe("$argon2id$v=19$m=8,t=1,p=1");
  expect((await new Passwords().verify(word, hash)).isRight).toBe(true);
});

describe("accented letters", () => {
  const passwords = testPasswords;
  /** As Windows, a Mac and a Vietnamese keyboard send them. */
  const forms = [
    "Ph\u1edf v\u00e0 ch\u1ea3",
    "Pho\u031b\u0309 va\u0300 cha\u0309",
    "Ph\u01a1\u0309 v\u00e0 cha\u0309",
  ];

  test("are the same on every computer", async () => {
    for (const set of forms) {
      const hash = await passwords.hash(set);
      for (const typed of forms) {
        expect(await passwords.verify(typed, hash)).toEqual({ isRight: true, isOutdated: false });
      }
      expect((await passwords.verify("Pho va cha", hash)).isRight).toBe(false);
    }
  });

  test("match a hash from before in the form in which it was set, and are marked", async () => {
    const [composed = "", decomposed = "", mixed = ""] = forms;
    const check = { isRight: true, isOutdated: true };
    const fromMac = await hashAsTyped(decomposed);
    for (const typed of forms) expect(await passwords.verify(typed, fromMac)).toEqual(check);
    const fromKeyboard = await hashAsTyped(mixed);
    expect(await passwords.verify(mixed, fromKeyboard)).toEqual(check);
    expect((await passwords.verify(composed, fromKeyboard)).isRight).toBe(false);
  });

  test("are not confused with others: no other letters or signs are replaced", async () => {
    for (const [set, typed] of [
      ["\ufb01ne words", "fine words"],
      ["two\u00a0words", "two words"],
      ["zero\u200bwidth", "zerowidth"],
      ["\u2018quoted\u2019", "'quoted'"],
    ] as const) {
      expect((await passwords.verify(typed, await passwords.hash(set))).isRight).toBe(false);
    }
  });
});

describe("an imported hash", () => {
  const bytes = (text: string) => Buffer.from(text, "base64");
  /** The example of https://github.com/firebase/scrypt. */
  const signerKey = bytes(
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  );
  const hash = bytes(
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  );
  const salt = Buffer.concat([bytes("42xEC+ixf3L2lw=="), bytes("Bw==")]);
  const cost = { memoryCost: 14, rounds: 8 };

  test("matches its password, is marked, and holds neither the key nor the hash", async () => {
    const imported = toImportedHash(cost, { salt, hash, signerKey }) ?? "";
    const passwords = new Passwords();
    for (const isMixed of [false, true]) {
      expect(await passwords.verify("user1password", imported, isMixed)).toEqual({
        isRight: true,
        isOutdated: true,
      });
      expect((await passwords.verify("user1Password", imported, isMixed)).isRight).toBe(false);
    }
    const stored = bytes(imported.split("$").at(-1) ?? "");
    for (const secret of [signerKey, hash]) expect(stored.equals(secret)).toBe(false);
    expect(toImportedHash(cost, { salt, hash: hash.subarray(1), signerKey })).toBeUndefined();
  });

  test("takes as long as another where both are stored", async () => {
    const derived: string[] = [];
    const passwords = testPasswords;
    const imported = toImportedHash(cost, { salt, hash, signerKey }) ?? "";
    for (const stored of [passwords.dummyHash, imported]) {
      const start = performance.now();
      await passwords.verify("word", stored, true);
      // Of scrypt alone: the tests' argon2id costs nothing.
      derived.push(performance.now() - start > 10 ? "scrypt" : "nothing");
    }
    expect(derived).toEqual(["scrypt", "scrypt"]);
  });
});
