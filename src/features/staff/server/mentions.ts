import type { Transaction } from "kysely";
import { type DeskPermission, hasPermission } from "../../../platform/contract/desk/roles.ts";
import { isolate } from "../../../platform/contract/isolate.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { readRoles } from "./access/staff-session.ts";

/** An internal note; the person never sees it. */
export interface NewNote {
  readonly text: string;
  readonly mentions: readonly string[];
}

interface Mentioned {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * The staff members with these ids.
 * @param needed the permission to read the record
 * @throws ApiError "invalid" for one who cannot read it
 */
export async function findMentioned(
  trx: Transaction<Database>,
  ids: readonly string[],
  needed: DeskPermission,
): Promise<readonly Mentioned[]> {
  if (ids.length === 0) return [];
  const people = await trx
    .selectFrom("staff")
    .select(["id", "name", "email", "roles"])
    .where("id", "in", [...new Set(ids)])
    .where("disabled_at", "is", null)
    .where("joined_at", "is not", null)
    .execute();
  const able = people.filter(({ roles }) => hasPermission(readRoles(roles), needed));
  if (able.length < new Set(ids).size) {
    const fields = { mentions: "Mention only people who can read this." };
    throw new ApiError("invalid", { fields });
  }
  return able;
}

export function noteEvent(mentioned: readonly Mentioned[]) {
  return { kind: "note", data: { mentioned: mentioned.map(({ name }) => name) } } as const;
}

interface NotedRecord {
  /** "case" or "application". */
  readonly kind: string;
  readonly reference: string;
  readonly url: string;
}

/** Emails the staff members whom a note mentions, without the note's text. */
export async function queueMentions(
  trx: Transaction<Database>,
  mentioned: readonly Mentioned[],
  { kind, reference, url }: NotedRecord,
  author: string,
  now: number,
): Promise<void> {
  for (const { email } of mentioned) {
    const notice = composeEmail({
      kind: "mention",
      recipient: email,
      subject: `${isolate(author)} mentioned you: ${reference}`,
      lines: [
        `${isolate(author)} mentioned you in a note on ${kind} ${reference}.`,
        `Read it at the desk:\n${url}`,
      ],
      headers: { "Auto-Submitted": "auto-generated" },
    });
    await queueEmail(trx, notice, now);
  }
}
