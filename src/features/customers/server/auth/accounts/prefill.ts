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
import {
  prefillDetails,
  prefillMessage,
} from "../../../../messages/contract/forms/request-help.ts";
import { findSession } from "./sessions.ts";

const forms = new Map<string, FormDefinition>(publicForms.map(({ form, path }) => [path, form]));

/** State of a page with a form: values from the query and, if the form takes them, the signed-in person's. */
export async function findPrefillState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const form = forms.get(path);
  if (!form) return undefined;
  const session = acceptsPrefill(form) && (await findSession(request, context));
  const values = { ...prefillDetails(form, query), ...prefillMessage(form, query) };
  const hasValues = Object.keys(values).length > 0;
  if (!session && !hasValues) return undefined;
  return {
    collection: form.collection,
    ...(hasValues && { values }),
    ...(session && { person: await findPrefillPerson(context.database.db, session.uid) }),
  };
}

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
