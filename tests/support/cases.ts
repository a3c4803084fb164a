import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { runCases } from "../../src/features/messages/server/cases/run-cases.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { TestApp } from "./test-app.ts";

/** Submits a form as a visitor does, without the extra fields of scripts. @returns its reference */
export async function submitForm(
  { app }: Pick<TestApp, "app">,
  values: Readonly<Record<string, string>>,
  collection: string = contactForm.collection,
): Promise<string> {
  const response = await app.inject({
    method: "POST",
    url: submissionPath(collection),
    payload: values,
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().reference;
}

/** Creates and indexes the cases of all submissions. */
export async function makeAllCases({ context }: Pick<TestApp, "context">): Promise<void> {
  while (await runCases(context));
}
