import type { LightMyRequestResponse } from "fastify";
import { dataDeletionForm } from "../../src/features/privacy/contract/data-deletion.ts";
import {
  type PrivacyDetail,
  privacyChanges,
  privacyEndpoints,
} from "../../src/features/privacy/contract/endpoints.ts";
import { runLetters } from "../../src/features/privacy/server/desk/routes.ts";
import { confirmIdentity } from "../../src/features/privacy/server/requests/identity.ts";
import { lockPrivacyRequest } from "../../src/features/privacy/server/requests/privacy-case.ts";
import { pathOf, readEndpoint, withId } from "../../src/platform/contract/define-endpoint.ts";
import { makeAllCases, submitForm } from "./cases.ts";
import { linkIn } from "./emails.ts";
import { validValues } from "./form-values.ts";
import type { SignedInStaff } from "./staff.ts";
import type { TestApp } from "./test-app.ts";

/** Submits Ruth's public form, which sends her the identity link. @returns the reference */
export async function askForDeletion(testApp: TestApp): Promise<string> {
  const ruth = { name: "Ruth Abernathy", email: "ruth@example.com" };
  const values = { ...validValues(dataDeletionForm), ...ruth };
  const reference = await submitForm(testApp, values, dataDeletionForm.collection);
  await makeAllCases(testApp);
  await runLetters(testApp.context);
  return reference;
}

/** The path of the personal link in the newest privacy email of a kind. */
export async function privacyPathIn(
  testApp: Pick<TestApp, "database">,
  kind: string,
): Promise<string> {
  return (await linkIn(testApp.database, `privacy-${kind}`)).url.pathname;
}

/** Marks the identity as verified, without the page of the link. */
export async function pressLink({ database, clock }: TestApp, reference: string): Promise<void> {
  await database.write(async (trx) => {
    const request = await lockPrivacyRequest(trx, "reference", reference);
    await confirmIdentity(trx, request, "link", undefined, clock.now);
  });
}

export async function readPrivacyRequest(
  staff: SignedInStaff,
  reference: string,
): Promise<PrivacyDetail> {
  const response = await staff.request("GET", pathOf(withId(privacyEndpoints.read, reference)));
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

export async function changePrivacyRequest(
  staff: SignedInStaff,
  name: keyof typeof privacyChanges,
  reference: string,
  body: object = {},
): Promise<LightMyRequestResponse> {
  const { version } = await readPrivacyRequest(staff, reference);
  const { method, path } = readEndpoint(withId(privacyChanges[name], reference));
  return staff.request(method, path, { version, ...body });
}
