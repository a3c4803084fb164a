import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { userAgentOf } from "../../../../platform/server/http/user-agent.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";

/** How the person wants to hear from us: contact method and newsletter. */
export function registerContact(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.changeContact, context, async (call) => {
    const { request, session, body } = call;
    const { uid } = session;
    const { contactMethod, newsletter: wanted } = body;
    if (contactMethod) await saveContactMethod(uid, contactMethod, context);
    if (wanted !== undefined) await saveNewsletter(request, uid, wanted, context);
    return {};
  });
}

export function saveContactMethod(uid: string, method: string, { database }: AppContext) {
  return database.write((trx) =>
    trx.updateTable("profiles").set({ contact_method: method }).where("uid", "=", uid).execute(),
  );
}

/**
 * Whether the person's login email gets the newsletter, if that address is confirmed; otherwise it
 * may belong to somebody else. As in the export, a signup marked as spam does not count: its owner
 * can turn the newsletter on.
 */
export async function isSubscribed(db: Kysely<Database>, uid: string): Promise<boolean> {
  const signup = await db
    .selectFrom("accounts")
    .innerJoin("newsletter_subscribers", "newsletter_subscribers.email", "accounts.email_key")
    .select("newsletter_subscribers.id")
    .where("accounts.uid", "=", uid)
    .where("accounts.email_verified_at", "is not", null)
    .where("newsletter_subscribers.unsubscribed_at", "is", null)
    .where("newsletter_subscribers.spam_reason", "is", null)
    .where("newsletter_subscribers.pending_until", "is", null)
    .limit(1)
    .executeTakeFirst();
  return signup !== undefined;
}

/** @throws ApiError "email-not-confirmed" */
async function saveNewsletter(
  request: FastifyRequest,
  uid: string,
  wanted: boolean,
  context: AppContext,
): Promise<void> {
  const { database, now } = context;
  const account = await database.db
    .selectFrom("accounts")
    .select("email_key")
    .where("uid", "=", uid)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  if (!account) throw new ApiError("email-not-confirmed");
  const { email_key: email } = account;
  const time = now();
  const { subscribeOwner, unsubscribe } = await import(
    "../../../newsletter/server/change-subscription.ts"
  );
  if (!wanted) {
    await database.write((trx) => unsubscribe(trx, { email }, "portal", time));
    return;
  }
  if (await isSubscribed(database.db, uid)) return;
  // The settings have no form, so there is no form time.
  const data = {
    email,
    timestamp: new Date(time).toISOString(),
    source: newsletter.settingsSource,
    formTime: null,
    jsVerified: true,
    userAgent: userAgentOf(request),
  };
  await database.write((trx) =>
    subscribeOwner(trx, { id: orderedId(), email, data, createdAt: time }),
  );
}
