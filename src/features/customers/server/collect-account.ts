import type { Kysely } from "kysely";
import { shownEmail } from "../../../platform/contract/email.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import type { Session } from "./auth/sessions.ts";
import type { FormerAccount } from "./merges/former-accounts.ts";
import { toDetails } from "./profile/queries.ts";
import { readSettings } from "./profile/read-settings.ts";
import { toRequestRecord } from "./requests/requests.ts";

/** The account, its profile, requests, settings and devices. */
export async function collectAccount(
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
      email: shownEmail(account.email),
      emailConfirmedAt: timeOrNull(account.email_verified_at),
      supportId: account.support_id,
      createdAt: isoTime(account.created_at),
    },
    profile: {
      ...toDetails(account),
      uid,
      ...(account.stripe_account_id !== null && { stripeAccountId: account.stripe_account_id }),
      changedAt: isoTime(account.updated_at),
    },
    completedRequests: await listRequests(db, uid),
    settings: {
      contactMethod: settings.contactMethod,
      authenticatorSince: timeOrNull(account.totp_enabled_at),
      recoveryCodesLeft: settings.recoveryCodesLeft,
      passkeys: settings.passkeys.map(({ id: _id, ...passkey }) => passkey),
      addressWaitingForItsLink: settings.pendingEmail,
    },
    devices: await listSessions(db, uid),
  };
}

/**
 * Accounts that were merged: what is kept of them for an undo. What moved is with the others. The
 * profile only of a confirmed address: an unconfirmed account may be somebody else's.
 */
export async function collectMerged(
  db: Kysely<Database>,
  former: readonly FormerAccount[],
): Promise<object[]> {
  const collected: object[] = [];
  for (const { merged_uid: uid, email, support_id: supportId, at, confirmed_at } of former) {
    const row = await db
      .selectFrom("merged_rows")
      .select("data")
      .where("merged_uid", "=", uid)
      .where("table_name", "=", "profiles")
      .executeTakeFirst();
    const profile = confirmed_at !== null && row?.data ? toDetails(JSON.parse(row.data)) : null;
    collected.push({ email, supportId, mergedAt: isoTime(at), profile });
  }
  return collected;
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

async function listRequests(db: Kysely<Database>, uid: string): Promise<object[]> {
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
