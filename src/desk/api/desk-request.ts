import type { DeskEndpoint, NoBody } from "../../contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import { type Outcome, request } from "../../web/runtime/api.ts";

type Sent<Body> = [Body] extends [NoBody] ? [] : [body: Body];

let signedOut: () => void = () => undefined;
let confirm: () => Promise<boolean> = async () => false;

/** Sets what happens when a request finds the session over. */
export function handleSignedOut(handler: () => void): void {
  signedOut = handler;
}

/** Sets how the second factor is asked for. @param handler resolves to whether it was given */
export function handleConfirm(handler: () => Promise<boolean>): void {
  confirm = handler;
}

/** A request found the session over. */
export function reportSignedOut(): void {
  signedOut();
}

/** Asks for the second factor. @returns whether it was given */
export function askConfirm(): Promise<boolean> {
  return confirm();
}

/**
 * Sends a request of the desk. A session that is over leads to the log-in; an act that needs the
 * second factor again asks for it and is then sent once more.
 * @returns "unreachable" without a response; "confirm-needed" if the second factor was not given
 */
export async function deskRequest<Body extends object | NoBody, Response>(
  endpoint: DeskEndpoint<Body, Response>,
  ...sent: Sent<Body>
): Promise<Outcome<Response>> {
  const outcome = await request(endpoint, ...sent);
  if (outcome.ok) return outcome;
  if (outcome.error.code === "not-signed-in") signedOut();
  if (outcome.error.code === "confirm-needed" && (await confirm())) {
    return request(endpoint, ...sent);
  }
  return outcome;
}

/** A failed request as a sentence, for an alert beside what the person typed. */
export function failureWords({ code, message, retryAfter }: RequestError): string {
  if (code === "unreachable" || message === undefined) {
    return "The desk cannot be reached. Check your connection, then try again. Nothing that you typed is lost.";
  }
  if (retryAfter === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return `${message} Wait ${minutes === 1 ? "1 minute" : `${minutes} minutes`}, then try again.`;
}
