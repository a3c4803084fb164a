import type { Kysely } from "kysely";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emailIdOf } from "../../../../platform/server/mail/message-id.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import type { Track } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { inboxCollections } from "../cases/submitted-case.ts";
import { type Owner, ownerOf } from "../conversation-page/owner.ts";
import { isReplySignature, readReplyAddress } from "../conversation-page/reply-address.ts";
import type { InboundEmail } from "./inbound-email.ts";

export interface Addressed {
  readonly owner: Owner;
  readonly reference: string;
  readonly form: string;
  /** The person's, in lower case; "" without. */
  readonly email: string;
}

/**
 * Finds the conversation of an email: by what it answers, by the address that it was sent to, by
 * the reference in its subject: their own conversation first, else the only one that has it.
 */
export async function matchConversation(
  db: Kysely<Database>,
  email: InboundEmail,
  secret: Buffer,
): Promise<Addressed | undefined> {
  const answered = [email.report?.messageId ?? "", ...email.threadIds].filter(Boolean);
  return (
    (await findByOurs(db, answered)) ??
    (await findByTheirs(db, answered, email)) ??
    (await findByAddress(db, email, secret)) ??
    (await findBySubject(db, email))
  );
}

/** By the ID of an email of ours, which nobody can guess. */
async function findByOurs(
  db: Kysely<Database>,
  messageIds: readonly string[],
): Promise<Addressed | undefined> {
  const ids = messageIds.flatMap((one) => emailIdOf(one) ?? []);
  if (ids.length === 0) return undefined;
  const rows = await db
    .selectFrom("conversation_sent_emails")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  const [id] = ids.filter((one) => rows.some((row) => row.id === one));
  const row = rows.find((one) => one.id === id);
  return row && findByOwner(db, ownerOf(row));
}

/**
 * By the ID of an email that came in. Some programs give every email the same ID, so it must belong
 * to one conversation only, or to one of the sender's own.
 */
async function findByTheirs(
  db: Kysely<Database>,
  messageIds: readonly string[],
  { from }: InboundEmail,
): Promise<Addressed | undefined> {
  if (messageIds.length === 0) return undefined;
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .select(["case_id", "application_id", "message_id"])
    .where("message_id", "in", messageIds)
    .orderBy("id", "desc")
    .limit(messageIds.length * 2)
    .execute();
  for (const messageId of messageIds) {
    const owners = rows.filter((row) => row.message_id === messageId).map(ownerOf);
    const ids = new Set(owners.map(({ id }) => id));
    const found = await Promise.all(
      [...ids].map((id) =>
        findByOwner(
          db,
          owners.find((one) => one.id === id),
        ),
      ),
    );
    const own = found.find((one) => one !== undefined && one.email === from.address);
    if (own ?? (ids.size === 1 && found[0])) return own ?? found[0];
  }
  return undefined;
}

async function findByAddress(
  db: Kysely<Database>,
  { to }: InboundEmail,
  secret: Buffer,
): Promise<Addressed | undefined> {
  for (const address of to) {
    const tagged = readReplyAddress(address);
    const named = tagged ? await findByReference(db, tagged.reference) : [];
    const found = named.find(({ owner: { id }, reference }) =>
      isReplySignature(secret, { id, reference }, tagged?.signature ?? ""),
    );
    if (found) return found;
  }
  return undefined;
}

const maxReferences = 10;

async function findBySubject(
  db: Kysely<Database>,
  { subject, from }: InboundEmail,
): Promise<Addressed | undefined> {
  const references = subject
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(isReference);
  let other: Addressed | undefined;
  for (const reference of [...new Set(references)].slice(0, maxReferences)) {
    const named = await findByReference(db, reference);
    const own = named.find(({ email }) => email !== "" && email === from.address);
    if (own) return own;
    if (named.length === 1) other ??= named[0];
  }
  return other;
}

async function findByOwner(
  db: Kysely<Database>,
  owner: Owner | undefined,
): Promise<Addressed | undefined> {
  if (!owner) return undefined;
  const row = await db
    .selectFrom(owner.kind === "case" ? "submissions" : "applications")
    .select("reference")
    .where("id", "=", owner.id)
    .executeTakeFirst();
  const named = await findByReference(db, row?.reference ?? "");
  return named.find((one) => one.owner.id === owner.id);
}

async function findByReference(db: Kysely<Database>, reference: string): Promise<Addressed[]> {
  const submissions = await db
    .selectFrom("submissions")
    .select(["id", "collection", "email"])
    .where("reference", "=", reference)
    .where("collection", "in", inboxCollections)
    .execute();
  const applications = await db
    .selectFrom("applications")
    .select(["id", "track", "email_key"])
    .where("reference", "=", reference)
    .where("submitted_at", "is not", null)
    .execute();
  return [
    ...submissions.map(({ id, collection: form, email }) => ({
      owner: { kind: "case", id } as const,
      reference,
      form,
      email: emailKey(email),
    })),
    ...applications.map(({ id, track, email_key: email }) => ({
      owner: { kind: "application", id } as const,
      reference,
      form: applicationForms[track as Track].collection,
      email,
    })),
  ];
}
