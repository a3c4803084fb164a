import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { asksForPerson, type KnownPerson } from "../../contract/known-person.ts";
import { publicForms } from "../../contract/public-forms.ts";
import type { FormState } from "../../contract/submission.ts";
import type { AppContext } from "../context.ts";
import type { Database } from "../db/schema.ts";
import { findSession } from "./sessions.ts";

/** Collections of the forms that are filled in for people who are signed in, by page. */
const collections = new Map<string, string>(
  publicForms
    .filter(({ form }) => asksForPerson(form))
    .map(({ form, path }) => [path, form.collection]),
);

/** Lets such a page be served filled in to whoever brings a session. */
export async function findKnownState(
  path: string,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  const collection = collections.get(path);
  const session = collection && (await findSession(request, context));
  if (!session) return undefined;
  return { collection, person: await findKnownPerson(context.database.db, session.uid) };
}

/** What forms may know of a person. */
export function findKnownPerson(db: Kysely<Database>, uid: string): Promise<KnownPerson> {
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
