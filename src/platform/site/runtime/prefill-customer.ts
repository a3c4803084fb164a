import type { PrefillCustomer } from "../../contract/prefill.ts";

/** In memory only: closing the tab, loading a document or logging out removes it. */
let person: PrefillCustomer | undefined;
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
export function rememberCustomer({
  firstName,
  lastName,
  emailAddress,
  supportId,
  phoneNumber,
}: PrefillCustomer): void {
  person = { firstName, lastName, emailAddress, supportId, phoneNumber };
  setLoggedOut(false);
}

let wasServed = false;

/** Remembers the person whom the server prefilled the page for; once, because they may log out. */
export function rememberServedCustomer(served: PrefillCustomer | undefined): void {
  if (wasServed) return;
  wasServed = true;
  if (served) rememberCustomer(served);
}

/** The signed-in person, as far as this document knows. */
export function prefillCustomer(): PrefillCustomer | undefined {
  return person;
}

/** Forgets the person. @param isLogOut whether they logged out just now */
export function forgetCustomer(isLogOut = false): void {
  person = undefined;
  if (isLogOut) setLoggedOut(true);
}

/** Whether someone logged out in this document and no one has signed in since. */
export function hasLoggedOut(): boolean {
  return loggedOut;
}
