import type { PrefillPerson } from "../../contract/endpoints/prefill.ts";

/** In memory only: a closed tab, a new document and a log-out leave nothing behind. */
let person: PrefillPerson | undefined;
let loggedOut = false;

/** Notes who is signed in, once one of their own pages was told. */
export function rememberPerson({
  firstName,
  lastName,
  emailAddress,
  supportId,
}: PrefillPerson): void {
  person = { firstName, lastName, emailAddress, supportId };
  loggedOut = false;
}

let wasServed = false;

/** Notes whom the server filled the page at hand in for; once, because that person may leave. */
export function rememberServedPerson(served: PrefillPerson | undefined): void {
  if (wasServed) return;
  wasServed = true;
  if (served) rememberPerson(served);
}

/** Who is signed in, as far as this document knows. */
export function prefillPerson(): PrefillPerson | undefined {
  return person;
}

/** Nobody is signed in any more. @param byWish they logged out just now */
export function forgetPerson(isLogOut = false): void {
  person = undefined;
  if (isLogOut) loggedOut = true;
}

/** Whether somebody logged out in this document and nobody signed in since. */
export function hasLoggedOut(): boolean {
  return loggedOut;
}
