import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Session } from "../../../customers/server/auth/accounts/sessions.ts";
import { toRequestRecord } from "../../../customers/server/requests/requests.ts";
import { isoTime, readSettings } from "../../../customers/server/settings/read-settings.ts";
import { wordings } from "../../../newsletter/server/addresses/wordings.ts";
import { listSignups } from "../../../newsletter/server/queries.ts";
import { readTakenOver } from "../../../recruiting/server/applicants/sources.ts";
import { type DataOwner, findOwner } from "./data-owner.ts";
import { listApplications, listEmailsToOthers, listMessages, timeOrNull } from "./list-records.ts";

/**
 * Everything we store about a person, named as the collections are, without secrets: no hashes, keys or
 * tokens. Long lists are read while they are written, in the given order.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function collectData(owner: DataOwner, context: AppContext): Promise<object> {
  const { db } = context.database;
  const { uid, email } = await findOwner(owner, context);
  const session = "session" in owner ? owner.session : uid === null ? null : { id: "", uid };
  return {
    madeAt: isoTime(context.now()),
    ...(session && (await collectAccount(session, context))),
    newsletter: email === null ? [] : await listNewsletterSignups(db, email),
    messages: email === null ? [] : listMessages(db, email),
    applications: email === null ? [] : listApplications(db, email),
    emailsToConversationsOfOthers: email === null ? [] : listEmailsToOthers(db, email),
    // What staff took over when they merged an application with one of another address.
    takenOver: email === null ? [] : await listTakenOver(db, email),
    requestsAboutData: email === null ? [] : await listPrivacyRequests(db, email),
    mailsToYou: uid === null ? [] : await listEmails(db, uid),
  };
}

async function collectAccount(
  session: Pick<Session, "id" | "uid">,
  context: AppContext,
): Promise<object> {
  const { uid } = session;
  const { db } = context.database;
  const settings = await readSettings(session, context);
  const account = await findAccount(db, uid);
  if (!account) throw new ApiError("not-signed-in");
  return {
    account: {
      uid,
      email: account.email,
      emailConfirmedAt: timeOrNull(account.email_verified_at),
      supportId: account.support_id,
      createdAt: isoTime(account.created_at),
    },
    profile: {
      firstName: account.first_name,
      lastName: account.last_name,
      emailAddress: account.email_address,
      phoneNumber: account.phone_number,
      addressLine1: account.address_line1,
      city: account.city,
      state: account.state,
      zip: account.zip,
      uid,
      ...(account.stripe_account_id !== null && { stripeAccountId: account.stripe_account_id }),
      changedAt: isoTime(account.updated_at),
    },
    completedRequests: await listPrivacyRequestPage(db, uid),
    settings: {
      contactMethod: settings.contactMethod,
      authenticatorSince: timeOrNull(account.totp_enabled_at),
      recoveryCodesLeft: settings.recoveryCodesLeft,
      passkeys: settings.passkeys.map(({ id: _id, ...passkey }) => passkey),
      addressWaitingForItsLink: settings.pendingEmail,
    },
    devices: await listSessions(db, uid),
    paymentAccount: await findPaymentAccount(db, uid),
  };
}

function findAccount(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .selectAll("profiles")
    .select([
      "accounts.email",
      "accounts.email_key",
      "accounts.email_verified_at",
      "accounts.support_id",
      "accounts.created_at",
      "accounts.totp_enabled_at",
    ])
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
}

async function listPrivacyRequestPage(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...toRequestRecord(row), reference: row.reference }));
}

async function listSessions(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["user_agent", "created_at", "last_seen_at", "expires_at"])
    .where("uid", "=", uid)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    browser: row.user_agent,
    signedInAt: isoTime(row.created_at),
    lastSeenAt: isoTime(row.last_seen_at),
    endsAt: isoTime(row.expires_at),
  }));
}

async function findPaymentAccount(db: Kysely<Database>, uid: string): Promise<object | null> {
  const row = await db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!row) return null;
  return {
    provider: row.provider,
    accountId: row.account_id,
    createdAt: isoTime(row.created_at),
    stillNeeded: JSON.parse(row.needs),
  };
}

async function listNewsletterSignups(db: Kysely<Database>, email: string): Promise<object[]> {
  const rows = await listSignups(db, email);
  return rows.map((row) => ({
    ...JSON.parse(row.data),
    page: row.page || null,
    wordsOfTheForm: wordings[row.wording] ?? null,
    noteOfStaff: row.note || null,
    addedBy: row.added_by || null,
    confirmedAt: timeOrNull(row.confirmed_at),
    unsubscribedAt: timeOrNull(row.unsubscribed_at),
  }));
}

async function listTakenOver(db: Kysely<Database>, email: string): Promise<object[]> {
  const sources = await readTakenOver(db, email);
  return sources.map(({ answers, at }) => ({ answers, at: isoTime(at) }));
}

/** Without their texts, which may contain links that log in. */
async function listEmails(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(["kind", "created_at", "sent_at"])
    .where("uid", "=", uid)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    about: row.kind,
    writtenAt: isoTime(row.created_at),
    sentAt: timeOrNull(row.sent_at),
  }));
}

async function listPrivacyRequests(db: Kysely<Database>, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("privacy_cases")
    .selectAll()
    .where("email", "=", email)
    .orderBy("received_at")
    .execute();
  const letters = await db
    .selectFrom("privacy_letters")
    .innerJoin("privacy_cases", "privacy_cases.id", "privacy_letters.case_id")
    .select(["privacy_letters.case_id", "privacy_letters.at", "privacy_letters.title"])
    .where("privacy_cases.email", "=", email)
    .orderBy("privacy_letters.id")
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    reference: row.reference,
    name: row.name,
    email: row.email,
    supportId: row.support_id,
    receivedAt: isoTime(Number(row.received_at)),
    closedAt: row.closed_at === null ? null : isoTime(Number(row.closed_at)),
    status: row.status,
    reason: row.denial_reason || null,
    appeal: row.appeal_text || null,
    emailsToYou: letters
      .filter((letter) => letter.case_id === row.id)
      .map(({ at, title }) => ({ at: isoTime(Number(at)), about: title })),
  }));
}
