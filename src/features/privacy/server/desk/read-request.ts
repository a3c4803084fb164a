import type { Kysely } from "kysely";
import { normalizeLine } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { listReceivers } from "../../../integrations/server/webhooks/deletion-receivers.ts";
import { toDelivery } from "../../../messages/server/replies/delivery.ts";
import { deletionCaseMonths } from "../../../retention/contract/retention.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import { type PrivacySource, privacyLimits } from "../../contract/cases.ts";
import type { Correction } from "../../contract/corrections.ts";
import type { PrivacyDetail, PrivacyLetter, PrivacyReceipt } from "../../contract/endpoints.ts";
import {
  type BackupSettings,
  countHeld,
  findPerson,
  listElsewhere,
} from "../deletion/held-data.ts";
import { findPossible } from "../deletion/possible-records.ts";
import { readAuthorityFiles } from "../requests/authority.ts";
import type { PrivacyCase } from "../requests/privacy-case.ts";
import { listIdentityWays } from "./identity-ways.ts";
import { extendedDue, toIso, toIsoOrNull, toPrivacyRow } from "./list-requests.ts";

/** Maximum messages of one person that are counted. */
const maxMessages = 1000;

/**
 * A request with everything below it.
 * @param backups how long they keep deleted data
 * @throws ApiError "not-found"
 */
export async function readPrivacyRequest(
  db: Kysely<Database>,
  column: "id" | "reference",
  value: string,
  now: number,
  backups: BackupSettings,
): Promise<PrivacyDetail> {
  const found = await db
    .selectFrom("privacy_cases")
    .selectAll()
    .where(column, "=", value)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const [letters, log, message, held] = [
    await readLetters(db, found),
    await readHistory(db, { kind: "privacy", id: found.id }),
    await readMessage(db, found),
    found.closed_at === null ? await readHeld(db, found, backups, now) : null,
  ];
  const keptFrom = toOfficeTime(Number(found.closed_at ?? now));
  const sent = letters.filter(({ kind }) => kind === "identity").at(-1);
  return {
    ...toPrivacyRow(found, now),
    email: found.email,
    source: found.source as PrivacySource,
    supportId: found.support_id,
    supportIdFits: await compareSupportId(db, found),
    ...message,
    identityAt: toIsoOrNull(found.identity_at),
    identityHow: found.identity_how,
    identityWays: await listIdentityWays(db, found),
    linkSentAt: sent?.at ?? null,
    startedAt: toIsoOrNull(found.started_at),
    extensionReason: found.extension_reason,
    extendedTo: toIso(extendedDue(found)),
    denialReason: found.denial_reason,
    closedBy: found.closed_by,
    receipt: found.receipt === "" ? null : (JSON.parse(found.receipt) as PrivacyReceipt),
    receivers: await listReceivers(db, found.id),
    details: found.details,
    corrections: found.corrections === "" ? [] : (JSON.parse(found.corrections) as Correction[]),
    agent: await readAgent(db, found),
    appeal:
      found.appeal_at === null
        ? null
        : {
            at: toIso(found.appeal_at),
            text: found.appeal_text,
            decidedAt: toIsoOrNull(found.appeal_decided_at),
            reason: found.appeal_reason,
          },
    letters: letters.map(({ kind: _kind, ...letter }) => letter),
    log: log.reverse(),
    keptUntil: toIso(keptFrom.add({ months: deletionCaseMonths }).epochMilliseconds),
    held,
  };
}

async function readAgent(
  db: Kysely<Database>,
  { id, agent_name: name, agent_email: email, agent_role: role, authority_at }: PrivacyCase,
): Promise<PrivacyDetail["agent"]> {
  if (name === "") return null;
  const files = await readAuthorityFiles(db, id);
  return {
    name,
    email,
    role,
    files: files.map((one) => ({ ...one, size: Number(one.size) })),
    acceptedAt: toIsoOrNull(authority_at),
  };
}

async function readLetters(
  db: Kysely<Database>,
  { id, identity_at: identityAt, identity_how: how }: PrivacyCase,
): Promise<readonly (PrivacyLetter & { readonly kind: string })[]> {
  const rows = await db
    .selectFrom("privacy_letters")
    .leftJoin("mail_outbox", "mail_outbox.id", "privacy_letters.email_id")
    .selectAll("privacy_letters")
    .select("mail_outbox.failure as wait_failure")
    .where("privacy_letters.case_id", "=", id)
    .orderBy("privacy_letters.id")
    .execute();
  const pressed = how === "link" ? rows.findLast(({ kind }) => kind === "identity")?.id : undefined;
  return rows.map((row) => {
    const { state, at, reason } = toDelivery(row, row.wait_failure);
    return {
      id: row.id,
      kind: row.kind,
      at: toIso(row.at),
      title: row.title,
      text: row.text,
      staffId: row.staff_id,
      delivery: { state, at, reason },
      pressedAt: row.id === pressed ? toIsoOrNull(identityAt) : null,
    };
  });
}

async function readMessage(
  db: Kysely<Database>,
  { submission_id: submissionId, email }: PrivacyCase,
): Promise<Pick<PrivacyDetail, "isInInbox" | "messages" | "takenBackAt">> {
  const found = await db
    .selectFrom("cases")
    .select(["status", "changed_at"])
    .where("id", "=", submissionId)
    .executeTakeFirst();
  const messages = await db
    .selectFrom("cases")
    .select("id")
    .where("email", "=", email)
    .where("scope", "!=", "spam")
    .limit(maxMessages)
    .execute();
  return {
    isInInbox: found !== undefined,
    messages: messages.length,
    takenBackAt: found?.status === "taken-back" ? toIso(found.changed_at) : null,
  };
}

async function compareSupportId(
  db: Kysely<Database>,
  { email, support_id: typed }: PrivacyCase,
): Promise<boolean | null> {
  const supportId = normalizeLine(typed).toUpperCase();
  if (supportId === "") return null;
  const merged = await db
    .selectFrom("account_merges as merges")
    .innerJoin("accounts", "accounts.uid", "merges.uid")
    .select("merges.uid")
    .where("merges.support_id", "=", supportId)
    .where((row) =>
      row.or([row("merges.email_key", "=", email), row("accounts.email_key", "=", email)]),
    )
    .executeTakeFirst();
  if (merged) return true;
  const accounts = await db
    .selectFrom("accounts")
    .select(["email_key", "support_id"])
    .where((row) => row.or([row("email_key", "=", email), row("support_id", "=", supportId)]))
    .execute();
  if (accounts.length === 0) return null;
  return accounts.some((one) => one.email_key === email && one.support_id === supportId);
}

async function readHeld(
  db: Kysely<Database>,
  { email }: PrivacyCase,
  backups: BackupSettings,
  now: number,
): Promise<NonNullable<PrivacyDetail["held"]>> {
  const person = await findPerson(db, email);
  const { kinds, deleted, kept } = await countHeld(db, person);
  const possible = await findPossible(db, person);
  return {
    rows: kinds.map(({ kind, count, oldest, isKept }) => ({
      kind,
      count,
      oldest: toIsoOrNull(oldest),
      kept: isKept ? `Kept ${deletionCaseMonths} months, as proof` : null,
    })),
    deleted,
    kept,
    possible: possible.slice(0, privacyLimits.also),
    possibleCount: possible.length,
    elsewhere: await listElsewhere(db, person, backups, now),
  };
}
