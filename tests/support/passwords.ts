import { Passwords } from "../../src/server/platform/credentials/passwords.ts";

/** The least that argon2id can spend: the tests' accounts are not worth protecting. */
export const testPasswords: Passwords = new Passwords({ memory: 8, passes: 1, parallelism: 1 });
