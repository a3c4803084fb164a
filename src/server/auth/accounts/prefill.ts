import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { acceptsPrefill, type PrefillPerson } from "../../../contract/endpoints/prefill.ts";
import type { FormDefinition } from "../../../contract/form-engine/define-form.ts";
import { publicForms } from "../../../contract/forms/public-forms.ts";
import { prefillDetails } from "../../../contract/forms/request-help.ts";
import type { FormState } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { Database } from "../../platform/db/schema.ts";
import { findSession } from "./sessions.ts";

/** The forms that are filled in for people who are signed in, by page. */
const forms = new Map<string, FormDefinition>(
  publicForms.filter(({ form }) => acceptsPrefill(form)).map(({ form, path }) => [path, form]),
);

/** Lets such a page be served filled in to whoever brings a session, and begun as its address says. */
export async function findPrefillState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const form = forms.get(path);
  if (!form) return undefined;
  const session = await findSession(request, context);
  const values = prefillDetails(form, query);
  if (!session && !values.details) return undefined;
  return {
    collection: form.collection,
    ...(values.details && { values }),
    ...(session && { person: await findPrefillPerson(context.database.db, session.uid) }),
  };
}

/** What forms may know of a person. */
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
