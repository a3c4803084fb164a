import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import {
  acceptsPrefill,
  type PrefillPerson,
} from "../../../../../platform/contract/endpoints/prefill.ts";
import type { FormDefinition } from "../../../../../platform/contract/form-engine/define-form.ts";
import type { FormState } from "../../../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../../../platform/server/context/app-context.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { publicForms } from "../../../../messages/contract/forms/public-forms.ts";
import { prefillDetails, prefillPlan } from "../../../../messages/contract/forms/request-help.ts";
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
