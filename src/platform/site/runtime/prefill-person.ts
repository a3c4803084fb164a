import type { PrefillPerson } from "../../contract/prefill.ts";

/** In memory only: closing the tab, loading a document or logging out removes it. */
let person: PrefillPerson | undefined;
let loggedOut = false;
const listeners = new Set<() => void>();

function setLoggedOut(isLogOut: boolean): void {
  if (loggedOut === isLogOut) return;
  loggedOut = isLogOut;
  for (const listener of listeners) listener();
}

/** Calls back when `hasLoggedOut` changes. @returns a function that ends it */
export function subscribeToLogOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remembers who is signed in; called by portal pages when their data has loaded. */
export function rememberPerson({
  firstName,
  lastName,
  emailAddress,
  supportId,
}: PrefillPerson): void {
  person = { firstName, lastName, emailAddress, supportId };
  setLoggedOut(false);
}

let wasServed = false;

/** Remembers the person whom the server prefilled the page for; once, because they may log out. */
export function rememberServedPerson(served: PrefillPerson | undefined): void {
  if (wasServed) return;
  wasServed = true;
  if (served) rememberPerson(served);
}

/** The signed-in person, as far as this document knows. */
export function prefillPerson(): PrefillPerson | undefined {
  return person;
}

/** Forgets the person. @param isLogOut whether they logged out just now */
export function forgetPerson(isLogOut = false): void {
  person = undefined;
  if (isLogOut) setLoggedOut(true);
}

/** Whether someone logged out in this document and no one has signed in since. */
export function hasLoggedOut(): boolean {
  return loggedOut;
}
