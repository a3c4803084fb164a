import { expect } from "vitest";
import { callerCheckEndpoints } from "../../src/features/customers/contract/caller-check.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../src/platform/contract/define-endpoint.ts";
import { type SignedIn, signUpConfirmed } from "./portal.ts";
import { makeRequest } from "./rows.ts";
import type { SignedInStaff } from "./staff.ts";
import type { TestApp } from "./test-app.ts";

/** What a caller added by `addCaller` answers. */
export const callerAnswers = (email: string) =>
  [
    ["home", "1204 80521"],
    ["email", email],
    ["request", "the eye clinic"],
  ] as const;

/** A customer who has all that callers are asked about. */
export async function addCaller(testApp: TestApp, email: string): Promise<SignedIn> {
  const person = await signUpConfirmed(testApp, { email, zip: "80521" });
  const { uid } = person;
  await testApp.database.write(async (trx) => {
    const address = { address_line1: "1204 Pine Street" };
    await trx.updateTable("profiles").set(address).where("uid", "=", uid).execute();
    const request = makeRequest(uid, { request_title: "Ride to the eye clinic" });
    await trx.insertInto("completed_requests").values(request).execute();
  });
  return person;
}

/** Sends a request about a customer. */
export function sendAbout(staff: SignedInStaff, endpoint: AnyEndpoint, uid: string, body?: object) {
  const { method, path } = readEndpoint(withId(endpoint, uid));
  return staff.request(method, path, body);
}

export async function passCheck(
  staff: SignedInStaff,
  uid: string,
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<void> {
  await sendAbout(staff, callerCheckEndpoints.start, uid);
  for (const [question, answer] of answers) {
    const body = { question, answer };
    const response = await sendAbout(staff, callerCheckEndpoints.answer, uid, body);
    expect([response.statusCode, response.json().isMatch]).toEqual([200, true]);
  }
}
