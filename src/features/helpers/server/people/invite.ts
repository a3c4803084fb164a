import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { normalizeEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  hashRecoveryCode,
  makeRecoveryCode,
} from "../../../../platform/server/credentials/recovery-codes.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { maskEmail } from "../../../customers/server/auth/account-emails.ts";
import type { Parts } from "../../contract/helpers.ts";
import { helpLimits } from "../../contract/helpers.ts";
import type { HelperTable } from "../tables.ts";
import { readConfirmedEmails } from "./confirmed-emails.ts";
import { emailAccepted, emailInvitation } from "./emails.ts";
import { emitHelp } from "./help-events.ts";

export type InviteContext = Pick<AppContext, "now" | "origin" | "secret">;

export interface NewInvitation {
  /** The person who is helped. */
  readonly uid: string;
  /** Name of the staff member who does it for them; "" for the person. */
  readonly by: string;
  readonly name: string;
  readonly relation: string;
  /** "" for a code. */
  readonly email: string;
  readonly parts: Parts;
}

interface Invited {
  readonly row: HelperTable;
  /** "7KDPM-X2R9H", to read out; undefined if a link was emailed. */
  readonly code: string | undefined;
}

/**
 * Invites somebody: nothing is shared before they accept.
 * @throws ApiError "invalid"
 */
export async function invite(
  trx: Transaction<Database>,
  { uid, by, name, relation, email: typed, parts }: NewInvitation,
  context: InviteContext,
): Promise<Invited> {
  const now = context.now();
  // Locked, so that two invitations at once are counted one after the other.
  const account = await trx
    .selectFrom("accounts")
    .select(["email_key", "email_verified_at"])
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new ApiError("not-found");
  // Staff have checked the caller instead.
  if (by === "" && account.email_verified_at === null) {
    throw invalid("name", "Confirm your own email first. You find the link again in Settings.");
  }
  const email = normalizeEmail(typed);
  const key = emailKey(email);
  if (email !== "" && key === account.email_key) {
    throw invalid("email", "This is your own email. Enter theirs.");
  }
  const others = await selectOpen(trx, uid).execute();
  if (others.length >= helpLimits.helpers) {
    throw invalid("name", `You can have ${helpLimits.helpers} helpers. End one first.`);
  }
  if (others.some((one) => email !== "" && one.email_key === key && one.accepted_at === null)) {
    throw invalid("email", "This email is invited already. Send that invitation again.");
  }
  const row: HelperTable = {
    id: randomUUIDv7(),
    uid,
    name,
    relation,
    email,
    email_key: key,
    requests: Number(parts.requests),
    asks: Number(parts.asks),
    messages: Number(parts.messages),
    secret_hash: null,
    invited_at: now,
    invited_by: by,
    expires_at: now,
    accepted_at: null,
    until_at: null,
    ended_at: null,
    ended_by: null,
    told: "[]",
    reminded_at: null,
  };
  await trx.insertInto("helpers").values(row).execute();
  const code = await issueInvitation(trx, row, context);
  await emitHelp(trx, "invited", row, now);
  return { row, code };
}

/** Helps and invitations that have not ended. */
function selectOpen(trx: Transaction<Database>, uid: string) {
  return trx.selectFrom("helpers").selectAll().where("uid", "=", uid).where("ended_at", "is", null);
}

/** Makes a new link or code, for 14 days; an earlier one stops working. @returns the code */
export async function issueInvitation(
  trx: Transaction<Database>,
  { id, uid, email }: Pick<HelperTable, "id" | "uid" | "email">,
  context: InviteContext,
): Promise<string | undefined> {
  const now = context.now();
  const code = email === "" ? makeRecoveryCode() : undefined;
  const token = makeToken();
  await trx
    .updateTable("helpers")
    .set({
      secret_hash: code === undefined ? hashToken(token) : hashCode(context.secret, code),
      invited_at: now,
      expires_at: now + days(helpLimits.invitationDays),
    })
    .where("id", "=", id)
    .execute();
  if (code === undefined) await emailInvitation(trx, { uid, email, token }, context);
  return code;
}

/** Keyed, since codes are short enough for brute force. */
function hashCode(secret: Buffer, code: string): string {
  return hashRecoveryCode(secret, "helper", code);
}

/**
 * The open invitation of a link's token, or of a code that was read out; undefined without one.
 * @param by "link" looks up no codes, which can be guessed where attempts are not counted
 */
export async function findInvitation(
  db: Pick<Transaction<Database>, "selectFrom">,
  typed: string,
  { secret, now }: Pick<InviteContext, "secret" | "now">,
  by: "link" | "link or code" = "link or code",
): Promise<HelperTable | undefined> {
  const hashes = [hashToken(typed), ...(by === "link" ? [] : [hashCode(secret, typed)])];
  return db
    .selectFrom("helpers")
    .selectAll()
    .where("secret_hash", "in", hashes)
    .where("accepted_at", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

/** Why an account cannot accept an invitation; "" if it can. */
export async function findObstacle(
  db: Pick<Transaction<Database>, "selectFrom">,
  invitation: Pick<HelperTable, "uid" | "email" | "email_key">,
  helperUid: string,
  now: number,
): Promise<string> {
  if (invitation.uid === helperUid) return "You are logged in as the person who asks for help.";
  const account = await db
    .selectFrom("accounts")
    .select("email_verified_at")
    .where("uid", "=", helperUid)
    .executeTakeFirst();
  if (account === undefined || account.email_verified_at === null) {
    return "Confirm the email of your account first: open the link that we sent you. Then come back to this page.";
  }
  // A link can be passed on, or read in somebody else's mailbox.
  if (invitation.email !== "") {
    const own = await readConfirmedEmails(db, helperUid);
    if (!own.includes(invitation.email_key)) {
      return `This invitation is for the email ${maskEmail(invitation.email)}. Log in with that email, or ask the person for a code to read to you.`;
    }
  }
  const same = await db
    .selectFrom("helpers")
    .innerJoin("helper_logins", "helper_logins.id", "helpers.id")
    .select("helpers.id")
    .where("helpers.uid", "=", invitation.uid)
    .where("helper_logins.uid", "=", helperUid)
    .where("ended_at", "is", null)
    .where("until_at", ">", now)
    .executeTakeFirst();
  return same ? "You help them already." : "";
}

/**
 * Accepts an invitation, once: of two at the same time, one finds it gone.
 * @throws ApiError "link-expired"; "invalid" with the obstacle
 */
export async function acceptInvitation(
  trx: Transaction<Database>,
  typed: string,
  helperUid: string,
  context: InviteContext,
): Promise<HelperTable> {
  const now = context.now();
  const found = await findInvitation(trx, typed, context);
  if (!found) throw new ApiError("link-expired");
  const obstacle = await findObstacle(trx, found, helperUid, now);
  if (obstacle !== "") throw new ApiError("invalid", { message: obstacle });
  const row = await trx
    .updateTable("helpers")
    .set({ accepted_at: now, until_at: now + days(helpLimits.helpDays), secret_hash: null })
    .where("id", "=", found.id)
    .where("accepted_at", "is", null)
    .where("ended_at", "is", null)
    .where("secret_hash", "=", found.secret_hash)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError("link-expired");
  await trx.insertInto("helper_logins").values({ id: row.id, uid: helperUid }).execute();
  const { email } = await trx
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", helperUid)
    .executeTakeFirstOrThrow();
  await emailAccepted(trx, row, maskEmail(email), context);
  await emitHelp(trx, "accepted", row, now);
  return row;
}

export function invalid(field: string, message: string): ApiError {
  return new ApiError("invalid", { message, fields: { [field]: message } });
}
