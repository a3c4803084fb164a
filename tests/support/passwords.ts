import { Passwords } from "../../src/server/platform/credentials/passwords.ts";

/** Minimum argon2id parameters, for speed: test accounts need no protection. */
export const testPasswords: Passwords = new Passwords({ memory: 8, passes: 1, parallelism: 1 });
