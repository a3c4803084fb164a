import type { Kysely } from "kysely";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readNotes } from "../../../messages/server/contact-notes.ts";
import { toCaseRows } from "../../../messages/server/inbox/list/case-rows.ts";
import {
  readApplications,
  readNewsletter,
  selectCasesOf,
} from "../../../messages/server/read-contact.ts";
import { formatStoredNeeds } from "../../../payments/server/queries.ts";
import type { PrivacyKind, PrivacyStatus } from "../../../privacy/contract/cases.ts";
import type { StaffSession } from "../../../staff/server/access/staff-session.ts";
import { readTextNumber } from "../../../texts/server/consents.ts";
import { findLinkNumber } from "../../../texts/server/own-texts.ts";
import type { CoveredFact } from "../../contract/caller-check.ts";
import type { CustomerDetail } from "../../contract/customers.ts";
import { mayTextLink } from "../accounts/account-actions.ts";
import { listFormer } from "../merges/former-accounts.ts";
import { deviceName } from "../security/device-name.ts";
import { mayTextCode } from "./caller-check.ts";
import { readCheck } from "./check-state.ts";
import { nameOf, shownPhone } from "./customer-rows.ts";
import { readRequests } from "./read-requests.ts";
import { readTimeline } from "./timeline.ts";

/** The account that a request to the desk names, with what every part of its page needs. */
export async function findCustomer(db: Kysely<Database>, uid: string) {
  const found = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .leftJoin("payment_accounts", "payment_accounts.uid", "accounts.uid")
    .selectAll("profiles")
    .select(["accounts.email", "accounts.email_key", "accounts.support_id", "accounts.created_at"])
    .select(["accounts.email_verified_at", "accounts.totp_enabled_at", "accounts.disabled_at"])
    .select(["accounts.locked_by", "accounts.lock_reason", "accounts.added_at"])
    .select(["payment_accounts.needs", "payment_accounts.account_id"])
    .leftJoin("second_factor_removals as removals", "removals.uid", "accounts.uid")
    .select(["removals.asked_by", "removals.asked_at"])
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found", await describeMerge(db, uid));
  return found;
}

/** Where the account of an old link is now. */
async function describeMerge(db: Kysely<Database>, uid: string) {
  const kept = await db
    .selectFrom("account_merges")
    .innerJoin("accounts", "accounts.uid", "account_merges.uid")
    .select(["accounts.uid", "accounts.support_id"])
    .where("merged_uid", "=", uid)
    .executeTakeFirst();
  if (!kept) return {};
  return {
    message: `This account was merged into the account ${kept.support_id}. Search for that.`,
    current: { customerId: kept.uid },
  };
}

type Customer = Awaited<ReturnType<typeof findCustomer>>;

/**
 * A customer with everything that the reader's roles may see.
 * @throws ApiError "not-found"
 */
export async function readCustomer(
  context: Pick<AppContext, "database" | "config" | "now">,
  uid: string,
  { roles, staffId }: Pick<StaffSession, "roles" | "staffId">,
): Promise<CustomerDetail> {
  const { db } = context.database;
  const now = context.now();
  const account = await findCustomer(db, uid);
  const found = { ...account, former: await listFormer(db, [uid]) };
  const emails = [...new Set([found, ...found.former].map((one) => one.email_key))];
  const [
    check,
    messages,
    requests,
    notes,
    passkeys,
    sessions,
    privacy,
    timeline,
    text,
    linkNumber,
  ] = await Promise.all([
    hasPermission(roles, "customer-work") ? readCheck(db, { uid, staffId }, now) : null,
    toCaseRows(db, await selectCasesOf(db, emails).execute(), now),
    readRequests(db, uid),
    readNotes(db, emails),
    db.selectFrom("passkeys").select("id").where("uid", "=", uid).execute(),
    readSessions(db, uid, now),
    readPrivacy(db, emails),
    readTimeline(db, found),
    readTextNumber(db, found.phone_number, now),
    mayTextCode(found) ? findLinkNumber(db, uid, context) : undefined,
  ]);
  const customer: CustomerDetail = {
    id: uid,
    name: nameOf(found),
    firstName: found.first_name,
    lastName: found.last_name,
    supportId: found.support_id,
    since: isoTime(found.created_at),
    email: shownEmail(found.email),
    phone: shownPhone(found.phone_number),
    text,
    takesLinks: linkNumber !== undefined && mayTextLink(found),
    takesCodes: { email: found.email_verified_at !== null, text: linkNumber !== undefined },
    isAdded: found.added_at !== null,
    contactMethod: found.contact_method,
    address: {
      line1: found.address_line1,
      city: found.city,
      state: found.state,
      zip: found.zip,
    },
    version: found.version,
    payment: paymentOf(found),
    login: {
      confirmedAt: timeOrNull(found.email_verified_at),
      authenticatorSince: timeOrNull(found.totp_enabled_at),
      passkeys: passkeys.length,
      sessions,
      lockedAt: timeOrNull(found.disabled_at),
      lockedBy: found.locked_by ?? "",
      lockReason: found.lock_reason ?? "",
      factorRemoval:
        found.asked_by === null || found.asked_at === null
          ? null
          : { askedBy: found.asked_by, askedAt: isoTime(found.asked_at) },
    },
    requests,
    messages,
    notes,
    privacy,
    applications: hasPermission(roles, "applications") ? await readApplications(db, emails) : null,
    newsletter: hasPermission(roles, "newsletter")
      ? ((await readNewsletter(db, emails)) ?? "none")
      : null,
    timeline,
    check,
    merged: found.former.map((one) => ({
      id: one.merged_uid,
      email: check?.covered.includes("email") ? "" : one.email,
      supportId: one.support_id,
      mergedBy: one.merged_by,
      mergedAt: isoTime(one.at),
      undoUntil: Number(one.undo_until) > now ? timeOrNull(one.undo_until) : null,
    })),
  };
  return check ? cover(customer, check.covered) : customer;
}

/** Without the facts that a caller is asked about, so that no part of the page shows them. */
function cover(customer: CustomerDetail, covered: readonly CoveredFact[]): CustomerDetail {
  const { address, requests, timeline } = customer;
  return {
    ...customer,
    ...(covered.includes("email") && { email: "" }),
    ...(covered.includes("address") && { address: { ...address, line1: "", zip: "" } }),
    ...(covered.includes("requests") && {
      requests: requests.map((one) =>
        one.isCompleted ? { ...one, title: "", provider: "" } : one,
      ),
      timeline: timeline.map((line) =>
        line.kind === "request" ? { ...line, what: "Request (covered)", text: "" } : line,
      ),
    }),
  };
}

function paymentOf(found: Customer): CustomerDetail["payment"] {
  if (found.stripe_account_id === null) {
    return { state: found.account_id === null ? "none" : "started", needs: [] };
  }
  const isOwn = found.account_id === found.stripe_account_id && found.needs !== null;
  return { state: "complete", needs: isOwn ? formatStoredNeeds(found.needs ?? "[]") : [] };
}

async function readSessions(db: Kysely<Database>, uid: string, now: number) {
  const rows = await db
    .selectFrom("sessions")
    .select(["user_agent", "last_seen_at"])
    .where("uid", "=", uid)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map((row) => ({
    name: deviceName(row.user_agent),
    lastSeenAt: isoTime(row.last_seen_at),
  }));
}

async function readPrivacy(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<CustomerDetail["privacy"]> {
  const rows = await db
    .selectFrom("privacy_cases")
    .select(["reference", "kind", "status", "scope", "received_at", "due_at"])
    .where("email", "in", emails)
    .where("scope", "!=", "spam")
    .orderBy("received_at", "desc")
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind as PrivacyKind,
    status: row.status as PrivacyStatus,
    isOpen: row.scope === "open",
    receivedAt: isoTime(row.received_at),
    dueAt: isoTime(row.due_at),
  }));
}

/** @param time milliseconds since 1970, as a number or as PostgreSQL's driver returns it */
function isoTime(time: number): string {
  return new Date(Number(time)).toISOString();
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}
