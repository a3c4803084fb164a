import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { listOwnApps } from "../../../identity/server/own-apps.ts";
import { formatStoredNeeds } from "../../../payments/server/queries.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { findAnswerDue } from "../../../privacy/server/requests/privacy-case.ts";
import { contactMethods, type SettingsResponse } from "../../contract/settings.ts";
import { customerPasskeys } from "../auth/log-in/passkeys.ts";
import { customerSecondFactor } from "../auth/log-in/second-factor.ts";
import type { Session } from "../auth/sessions.ts";
import { deviceName } from "../security/device-name.ts";
import { isSubscribed } from "./contact.ts";

/** The settings, without the browser's privacy signal. */
export type StoredSettings = Omit<SettingsResponse, "optOutSignal">;

/** Older ones are in the data download. */
const maxDeletionRequests = 5;

/**
 * Reads everything stored that the settings page shows.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function readSettings(
  { id: sessionId, uid }: Pick<Session, "id" | "uid">,
  context: AppContext,
): Promise<StoredSettings> {
  const { db } = context.database;
  const [person, pending, isOnNewsletter, codes, passkeys, devices, apps, deletions] =
    await Promise.all([
      findPerson(uid, context),
      findPendingEmail(uid, context),
      isSubscribed(db, uid),
      customerSecondFactor.countRecoveryCodes(db, uid),
      customerPasskeys.describe(db, uid),
      listDevices(uid, context),
      listOwnApps(db, uid, context.now()),
      listDeletionRequests(uid, context),
    ]);
  if (!person) throw new ApiError("not-signed-in");
  return {
    person: {
      firstName: person.first_name,
      lastName: person.last_name,
      emailAddress: person.email_address,
      supportId: person.support_id,
      phoneNumber: person.phone_number,
    },
    supportId: person.support_id,
    loginEmail: person.email,
    pendingEmail: pending?.data ?? null,
    emailVerified: person.email_verified_at !== null,
    contactMethod: contactMethods.find((name) => name === person.contact_method) ?? "E-mail",
    newsletter: isOnNewsletter,
    hasAuthenticator: person.totp_enabled_at !== null,
    recoveryCodesLeft: codes,
    passkeys,
    devices: devices.map(({ id, user_agent, created_at, last_seen_at }) => ({
      id,
      name: deviceName(user_agent),
      signedInAt: isoTime(created_at),
      lastSeenAt: isoTime(last_seen_at),
      current: id === sessionId,
    })),
    apps: apps.map(({ lastUsedAt, ...app }) => ({ ...app, lastUsedAt: isoTime(lastUsedAt) })),
    paymentComplete: person.stripe_account_id !== null,
    paymentNeeds: person.needs === null ? [] : formatStoredNeeds(person.needs),
    deletionRequests: deletions.map(({ reference, created_at, done_at, due_at }) => ({
      reference,
      receivedAt: isoTime(created_at),
      // Later if we extended the deadline.
      answerBy: isoTime(Number(due_at ?? findAnswerDue(created_at))),
      doneAt: done_at === null ? null : isoTime(done_at),
    })),
  };
}

function findPerson(uid: string, { database }: AppContext) {
  return database.db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .leftJoin("payment_accounts", (join) =>
      join
        .onRef("payment_accounts.uid", "=", "profiles.uid")
        .onRef("payment_accounts.account_id", "=", "profiles.stripe_account_id"),
    )
    .select([
      "accounts.support_id",
      "accounts.email",
      "accounts.email_verified_at",
      "accounts.totp_enabled_at",
      "profiles.first_name",
      "profiles.last_name",
      "profiles.email_address",
      "profiles.phone_number",
      "profiles.contact_method",
      "profiles.stripe_account_id",
      "payment_accounts.needs",
    ])
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
}

/** The newest address that is not yet confirmed. */
function findPendingEmail(uid: string, { database, now }: AppContext) {
  return database.db
    .selectFrom("one_time_tokens")
    .select("data")
    .where("uid", "=", uid)
    .where("kind", "=", "change-email")
    .where("expires_at", ">", now())
    .orderBy("created_at", "desc")
    .executeTakeFirst();
}

/** The account's sessions, last used first. */
function listDevices(uid: string, { database, now }: AppContext) {
  return database.db
    .selectFrom("sessions")
    .select(["id", "user_agent", "created_at", "last_seen_at"])
    .where("uid", "=", uid)
    .where("expires_at", ">", now())
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
}

/** Only for a confirmed address: otherwise others may have sent them. */
function listDeletionRequests(uid: string, { database }: AppContext) {
  return database.db
    .selectFrom("accounts")
    .innerJoin("submissions", "submissions.email", "accounts.email_key")
    .leftJoin("privacy_cases", "privacy_cases.id", "submissions.id")
    .select(["submissions.reference", "submissions.created_at", "submissions.done_at"])
    .select("privacy_cases.due_at")
    .where("accounts.uid", "=", uid)
    .where("accounts.email_verified_at", "is not", null)
    .where("submissions.collection", "=", dataDeletionForm.collection)
    .orderBy("submissions.created_at", "desc")
    .orderBy("submissions.id", "desc")
    .limit(maxDeletionRequests)
    .execute();
}
