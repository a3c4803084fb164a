import { expect, test } from "vitest";
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
  expect(await passwords.verify(word, hash)).toBe(true);
  expect(await passwords.verify("seven pears", hash)).toBe(false);
  expect(await passwords.verify(word, passwords.dummyHash)).toBe(false);
});

test("a hash with another cost can still be verified", async () => {
  const hash = await new Passwords({ memory: 8, passes: 1, parallelism: 1 }).hash(word);
  expect(costOf(hash)).toBe("$argon2id$v=19$m=8,t=1,p=1");
  expect(await new Passwords().verify(word, hash)).toBe(true);
});
