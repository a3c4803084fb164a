import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { acceptsPrefill, type PrefillPerson } from "../../../contract/endpoints/prefill.ts";
import type { FormDefinition } from "../../../contract/form-engine/define-form.ts";
import { publicForms } from "../../../contract/forms/public-forms.ts";
import { prefillDetails, prefillPlan } from "../../../contract/forms/request-help.ts";
import type { FormState } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { Database } from "../../platform/db/schema.ts";
import { findSession } from "./sessions.ts";

/** The forms that are prefilled for signed-in people, by page. */
const forms = new Map<string, FormDefinition>(
  publicForms.filter(({ form }) => acceptsPrefill(form)).map(({ form, path }) => [path, form]),
);

/** State of a page with such a form: the signed-in person, and values from the query. */
export async function findPrefillState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const form = forms.get(path);
  if (!form) return undefined;
  const session = await findSession(request, context);
  const values = { ...prefillDetails(form, query), ...prefillPlan(form, query) };
  if (!session && !values.details) return undefined;
  return {
    collection: form.collection,
    ...(values.details && { values }),
    ...(session && { person: await findPrefillPerson(context.database.db, session.uid) }),
  };
}

/** What forms may prefill about a person. */
export function findPrefillPerson(db: Kysely<Database>, uid: string): Promise<PrefillPerson> {
  return db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .select([
      "profiles.first_name as firstName",
      "profiles.last_name as lastName",
      "profiles.email_address as emailAddress",
      "accounts.support_id as supportId",
    ])
    .where("profiles.uid", "=", uid)
    .executeTakeFirstOrThrow();
}
