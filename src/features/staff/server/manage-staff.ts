import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import {
  hasPermission,
  roleNames,
  type StaffRole,
  staffRoles,
} from "../../../platform/contract/desk/roles.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { endStaffSessions, readRoles } from "./access/staff-session.ts";
import { mayReply, stopReplies } from "./access/stopped-replies.ts";
import type { Happening } from "./event-words.ts";
import { checkNewStaff, type NewStaff, noRole } from "./new-staff.ts";
import { recordEvent } from "./record-event.ts";
import { rolesEmail, staffLink, staffLinkEmail, staffNoticeEmail } from "./sign-in/desk-emails.ts";
import { staffSecondFactor } from "./sign-in/second-factor.ts";
import { issueStaffLink, revokeStaffTokens } from "./sign-in/staff-tokens.ts";
import type { Actor } from "./write-audit.ts";

/*
 * What admins and the operator can do with staff. Every function writes the audit log and sends the
 * emails, in the given transaction.
 */

/** Who manages staff: the operator, or an admin with the session that asked. */
export interface StaffManager {
  readonly actor: Actor;
  /** Undefined for the operator. */
  readonly sessionId?: string;
}

type ManageContext = Pick<AppContext, "now" | "origin">;

/** Maximum number of staff members; keeps the list and its lock short. */
const maxStaff = 500;

/**
 * Adds a staff member who has not joined yet, and emails them the link.
 * @returns the link
 * @throws ApiError "already-staff", "invalid"
 */
export async function inviteStaff(
  trx: Transaction<Database>,
  by: StaffManager,
  invited: NewStaff,
  context: ManageContext,
): Promise<string> {
  const { name, email, roles } = checkNewStaff(invited);
  const everybody = await lockStaff(trx, by);
  if (everybody.some((one) => one.email_key === emailKey(email))) {
    throw new ApiError("already-staff");
  }
  if (everybody.length >= maxStaff) throw new ApiError("staff-full");
  const now = context.now();
  const id = randomUUIDv7();
  const added = await trx
    .insertInto("staff")
    .values({
      id,
      email,
      email_key: emailKey(email),
      name,
      roles: JSON.stringify(sortRoles(roles)),
      password_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      created_at: now,
      invited_by: by.actor.name,
      joined_at: null,
      disabled_at: null,
      last_seen_at: null,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  // Invited concurrently by somebody else, when there was no row to lock yet.
  if (!added) throw new ApiError("already-staff");
  await record(trx, by, { kind: "staff.invited", data: { email, roles: sortRoles(roles) } }, now);
  return sendInvitation(trx, { id, name, email }, context);
}

/** Creates a new link and emails it; the previous one no longer works. @returns the link */
export async function inviteAgain(
  trx: Transaction<Database>,
  by: StaffManager,
  id: string,
  context: ManageContext,
): Promise<string> {
  const { person } = await lockStaffMember(trx, by, id);
  if (person.joined_at !== null || person.disabled_at !== null) throw new ApiError("staff-changed");
  await trx.updateTable("staff").set({ invited_by: by.actor.name }).where("id", "=", id).execute();
  await record(
    trx,
    by,
    { kind: "staff", data: { act: "invited-again", email: person.email } },
    context.now(),
  );
  return sendInvitation(trx, person, context);
}

/** Withdraws an invitation and deletes the person, who never joined. */
export async function withdrawInvitation(
  trx: Transaction<Database>,
  by: StaffManager,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { person } = await lockStaffMember(trx, by, id);
  if (person.joined_at !== null) throw new ApiError("staff-changed");
  await trx.deleteFrom("staff").where("id", "=", id).execute();
  await record(trx, by, { kind: "staff", data: { act: "uninvited", email: person.email } }, now());
}

/**
 * Changes a staff member's roles, from their next request on. Replies that they may no longer send
 * stay drafts. @throws ApiError "last-admin", "invalid"
 */
export async function changeRoles(
  trx: Transaction<Database>,
  by: StaffManager,
  { id, roles }: { readonly id: string; readonly roles: readonly StaffRole[] },
  { now }: ManageContext,
): Promise<void> {
  if (roles.length === 0) throw new ApiError("invalid", { fields: { roles: noRole } });
  const { person, isLastAdmin } = await lockStaffMember(trx, by, id);
  const [from, to] = [sortRoles(readRoles(person.roles)), sortRoles(roles)];
  if (JSON.stringify(from) === JSON.stringify(to)) return;
  if (isLastAdmin && !roles.includes("admin")) throw new ApiError("last-admin");
  await trx
    .updateTable("staff")
    .set({ roles: JSON.stringify(to) })
    .where("id", "=", id)
    .execute();
  const lost = (["case", "application"] as const).filter((kind) => !mayReply(roles, kind));
  await stopReplies(trx, id, "roles", lost);
  await record(trx, by, { kind: "staff.roles", data: { email: person.email, from, to } }, now());
  if (person.joined_at === null) return;
  const names = to.map((role) => roleNames[role]);
  await queueEmail(trx, rolesEmail(person, names), now());
}

/** Disables a staff member: sessions and links end at once. @throws ApiError "last-admin" */
export async function disableStaff(
  trx: Transaction<Database>,
  by: StaffManager,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { person, isLastAdmin } = await lockStaffMember(trx, by, id);
  if (person.disabled_at !== null) return;
  if (isLastAdmin) throw new ApiError("last-admin");
  await trx.updateTable("staff").set({ disabled_at: now() }).where("id", "=", id).execute();
  await endStaffSessions(trx, id, "disabled");
  await revokeStaffTokens(trx, id);
  await record(trx, by, { kind: "staff", data: { act: "disabled", email: person.email } }, now());
}

export async function enableStaff(
  trx: Transaction<Database>,
  by: StaffManager,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { person } = await lockStaffMember(trx, by, id);
  if (person.disabled_at === null) return;
  await trx.updateTable("staff").set({ disabled_at: null }).where("id", "=", id).execute();
  await record(trx, by, { kind: "staff", data: { act: "enabled", email: person.email } }, now());
}

/**
 * Removes a staff member's passkeys, authenticator and recovery codes, for those who lost them, and
 * ends their sessions. The password is kept, and requires setting up a new second factor.
 * @throws ApiError "own-second-factor" for one's own: the session would end without one
 */
export async function resetSecondFactor(
  trx: Transaction<Database>,
  by: StaffManager,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { person } = await lockStaffMember(trx, by, id);
  if (by.actor.staffId === id) throw new ApiError("own-second-factor");
  if (person.joined_at === null) throw new ApiError("staff-changed");
  await staffSecondFactor.removeAuthenticator(trx, id);
  await staffSecondFactor.removeRecoveryCodes(trx, id);
  await trx.deleteFrom("staff_passkeys").where("staff_id", "=", id).execute();
  await endStaffSessions(trx, id, "sign-in");
  await revokeStaffTokens(trx, id, ["new-authenticator", "passkey-add", "passkey-confirm"]);
  await record(
    trx,
    by,
    { kind: "staff", data: { act: "factor-reset", email: person.email } },
    now(),
  );
  await queueEmail(trx, staffNoticeEmail("second-factor-reset", person), now());
}

/** All staff members, locked until the commit. */
type LockedStaff = Awaited<ReturnType<typeof lockStaff>>;

/**
 * Locks all staff members, always in the same order: of two concurrent changes the second sees the
 * first, so the last admin is kept. Checks again that the requester is still allowed.
 * @throws ApiError "not-signed-in", "not-allowed"
 */
async function lockStaff(trx: Transaction<Database>, by: StaffManager) {
  const everybody = await trx
    .selectFrom("staff")
    .select(["id", "name", "email", "email_key", "roles", "joined_at", "disabled_at"])
    .orderBy("id")
    // Not "for update": presence inserts check their foreign key on these rows.
    .forNoKeyUpdate()
    .execute();
  if (by.sessionId !== undefined) {
    const live = await trx
      .selectFrom("staff_sessions")
      .select("staff_id")
      .where("id", "=", by.sessionId)
      .executeTakeFirst();
    const manager = everybody.find(({ id }) => id === live?.staff_id);
    if (!manager) throw new ApiError("not-signed-in");
    if (!hasPermission(readRoles(manager.roles), "settings")) throw new ApiError("not-allowed");
  }
  return everybody;
}

/** @throws ApiError "not-found", and those of `lockStaff` */
async function lockStaffMember(trx: Transaction<Database>, by: StaffManager, id: string) {
  const everybody = await lockStaff(trx, by);
  const person = everybody.find((one) => one.id === id);
  if (!person) throw new ApiError("not-found");
  const admins = everybody.filter(isActiveAdmin);
  return { person, isLastAdmin: admins.length === 1 && admins[0]?.id === id };
}

function isActiveAdmin(one: LockedStaff[number]): boolean {
  return (
    one.joined_at !== null && one.disabled_at === null && readRoles(one.roles).includes("admin")
  );
}

async function sendInvitation(
  trx: Transaction<Database>,
  person: { readonly id: string; readonly name: string; readonly email: string },
  { now, origin }: ManageContext,
): Promise<string> {
  const link = staffLink(origin(), await issueStaffLink(trx, "join", person.id, now()));
  await queueEmail(trx, staffLinkEmail("join", person, link), now());
  return link;
}

async function record(
  trx: Transaction<Database>,
  by: StaffManager,
  happened: Happening,
  now: number,
): Promise<void> {
  await recordEvent(trx, { ...happened, actor: by.actor, audit: "staff", target: "Staff" }, now);
}

/** Roles in the order of the table, each once. */
function sortRoles(roles: readonly StaffRole[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role));
}
