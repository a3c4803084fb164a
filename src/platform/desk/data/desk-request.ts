import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import { type Outcome, request } from "../../site/runtime/api.ts";

type Sent<Body> = [Body] extends [NoBody] ? [] : [body: Body];

/** Asks the user for what a request needs. @returns whether it was given */
export type Ask = () => Promise<boolean>;

let signedOut: () => void = () => undefined;
let logInAgain: Ask = async () => false;
let confirm: Ask = async () => false;

/** Sets what happens when the session has expired and the user does not log in again. */
export function handleSignedOut(handler: () => void): void {
  signedOut = handler;
}

/** Sets how to ask for a log-in, over the current page, when the session has expired. */
export function handleLogIn(handler: Ask): void {
  logInAgain = handler;
}

export function handleConfirm(handler: Ask): void {
  confirm = handler;
}

/** Asks for a log-in; without one, opens its page. @returns whether the session continues */
export async function askToLogIn(): Promise<boolean> {
  const isLoggedIn = await logInAgain();
  if (!isLoggedIn) signedOut();
  return isLoggedIn;
}

/** Asks for the second factor. @returns whether it was given */
export function askConfirm(): Promise<boolean> {
  return confirm();
}

/**
 * Sends a request of the desk. If the session has expired, or an action needs the second factor
 * again, it asks for that and retries the request.
 * @returns "unreachable" without a response; "confirm-needed" if the second factor was not given
 */
export async function deskRequest<Body extends object | NoBody, Response>(
  endpoint: DeskEndpoint<Body, Response>,
  ...sent: Sent<Body>
): Promise<Outcome<Response>> {
  const outcome = await request(endpoint, ...sent);
  if (outcome.ok) return outcome;
  if (outcome.error.code === "not-signed-in" && (await askToLogIn())) {
    return request(endpoint, ...sent);
  }
  if (outcome.error.code === "confirm-needed" && (await confirm())) {
    return request(endpoint, ...sent);
  }
  return outcome;
}

/** A failed request as a sentence, for an alert beside what the person typed. */
export function failureMessage({ code, message, retryAfter }: RequestError): string {
  if (code === "unreachable" || message === undefined) {
    return "The desk cannot be reached. Check your connection, then try again. Nothing that you typed is lost.";
  }
  if (retryAfter === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return `${message} Wait ${minutes === 1 ? "1 minute" : `${minutes} minutes`}, then try again.`;
}
