import type { FastifyRequest } from "fastify";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { type FormState, sentQuery } from "../../../../platform/contract/form-engine/submission.ts";
import { acceptsPrefill } from "../../../../platform/contract/prefill.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { findPrefillCustomer } from "../../../customers/server/auth/prefill.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";
import { prefillFromLink } from "../../contract/forms/request-help.ts";
import { hasReference } from "./queries.ts";
import { findSentValues } from "./sent-form.ts";

const forms: ReadonlyMap<string, FormDefinition> = new Map(
  publicForms.map(({ path, form }) => [path, form]),
);

/** State of a form's page: sent by a native post, to be sent again, or prefilled. */
export async function findFormState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const form = forms.get(path);
  if (!form) return undefined;
  return (
    (await findSentState(form, query, context)) ??
    (await findSentValues(form, query, request, context)) ??
    findPrefillState(form, query, request, context)
  );
}

/** State of the thank-you view that a browser is redirected to after a native post. */
async function findSentState(
  { collection, success }: FormDefinition,
  query: URLSearchParams,
  { database }: AppContext,
): Promise<FormState | undefined> {
  const reference = query.get(sentQuery);
  if (!reference || !isReference(reference)) return undefined;
  const exists = await hasReference(database.db, collection, reference);
  return exists ? { collection, reference, sentHeading: success.heading } : undefined;
}

/** Values from the query and, if the form takes them, the signed-in person's. */
async function findPrefillState(
  form: FormDefinition,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const session = acceptsPrefill(form) && (await findSession(request, context));
  const values = prefillFromLink(form, query);
  const hasValues = Object.keys(values).length > 0;
  if (!session && !hasValues) return undefined;
  return {
    collection: form.collection,
    ...(hasValues && { values }),
    ...(session && { person: await findPrefillCustomer(context.database.db, session.uid) }),
  };
}
