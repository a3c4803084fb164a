import type { SessionAnswer } from "../contract/api.ts";

/** What forms may fill in for somebody who is signed in. */
export type KnownPerson = Pick<
  Extract<SessionAnswer, { signedIn: true }>,
  "firstName" | "lastName" | "emailAddress" | "supportId"
>;

/** In memory only: a closed tab, a new document and a log-out leave nothing behind. */
let person: KnownPerson | undefined;

/** Notes who is signed in, once one of their own pages was told. */
export function rememberPerson({
  firstName,
  lastName,
  emailAddress,
  supportId,
}: KnownPerson): void {
  person = { firstName, lastName, emailAddress, supportId };
}

/** Who is signed in, as far as this document knows. */
export function knownPerson(): KnownPerson | undefined {
  return person;
}

/** Somebody logged out, or never was signed in. */
export function forgetPerson(): void {
  person = undefined;
}
