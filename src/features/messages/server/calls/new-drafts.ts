import type { Kysely, Transaction } from "kysely";
import type { StaffRole } from "../../../../platform/contract/desk/roles.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { lockStaffSession } from "../../../staff/server/access/staff-session.ts";
import {
  emptyNewDraft,
  type ListedNewDraft,
  type NewDraft,
  type newDraftEndpoints,
  type StoredNewDraft,
  typedRecipient,
} from "../../contract/calls.ts";
import { statusesAfterReply } from "../../contract/replies.ts";
import { addFile } from "../reply-files/add-file.ts";
import { readFiles } from "../reply-files/attached-files.ts";
import { readNamedRecipient, readRecipient } from "./recipients.ts";

/** Drafts listed at most, the newest. */
const maxListed = 50;

export function newDraftHandlers(context: AppContext): DeskHandlers<typeof newDraftEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  return {
    list: async ({ session }) => ({ drafts: await listNewDrafts(db, session) }),
    remove: async ({ request, session }) => {
      await write(async (trx) => {
        const id = await findNewDraftId(trx, session.staffId, request.params.id);
        if (id !== undefined) await deleteNewDraft(trx, id);
      });
      return {};
    },
    read: async ({ request, session }) => ({
      draft: await readNewDraft(db, session.staffId, request.params.id),
    }),
    save: async ({ request, session, body }) => {
      const recipient = request.params.id;
      const email = await findEmail(db, recipient, body, session.roles);
      return write(async (trx) => {
        await lockStaffSession(trx, session);
        const owner = { staffId: session.staffId, recipient, email };
        const id = await storeNewDraft(trx, owner, body, now());
        const isRemoved = await removeEmptyNewDraft(trx, id, body);
        return { savedAt: isRemoved ? null : isoTime(now()) };
      });
    },
    addFile: async (call) => {
      const { request, session } = call;
      const recipient = request.params.id;
      const { staffId, roles } = session;
      const email = await findEmail(db, recipient, emptyNewDraft, roles);
      const open = async (trx: Transaction<Database>) => {
        const begun = await trx
          .updateTable("new_message_drafts")
          .set({ saved_at: now() })
          .where("staff_id", "=", staffId)
          .where("recipient", "=", recipient)
          .returning("id")
          .executeTakeFirst();
        const owner = { staffId, recipient, email };
        return {
          new_draft_id: begun?.id ?? (await storeNewDraft(trx, owner, emptyNewDraft, now())),
        };
      };
      return addFile(call, open, context);
    },
  };
}

/** The address by which a deletion finds the draft. @throws ApiError "not-found" */
async function findEmail(
  db: Kysely<Database>,
  recipient: string,
  { email }: Pick<NewDraft, "email">,
  roles: readonly StaffRole[],
): Promise<string> {
  if (isTypedId(recipient)) return emailKey(email);
  return emailKey((await readNamedRecipient(db, recipient, roles)).person.email);
}

const isTypedId = (recipient: string) => recipient.startsWith(typedRecipient);

/** Those to people who can still be reached, newest first. */
export async function listNewDrafts(
  db: Kysely<Database>,
  { staffId, roles }: { readonly staffId: string; readonly roles: readonly StaffRole[] },
): Promise<readonly ListedNewDraft[]> {
  const rows = await db
    .selectFrom("new_message_drafts")
    .select(["recipient", "name", "email", "phone", "subject", "saved_at"])
    .where("staff_id", "=", staffId)
    .orderBy("saved_at", "desc")
    .limit(maxListed)
    .execute();
  const named = rows.map(async ({ recipient, name, email, phone, subject, saved_at: at }) => {
    const typed = name || email || phone;
    const full = isTypedId(recipient)
      ? typed
      : (await readRecipient(db, recipient, roles).catch(() => undefined))?.name;
    return full === undefined ? [] : [{ recipient, name: full, subject, savedAt: isoTime(at) }];
  });
  return (await Promise.all(named)).flat();
}

interface DraftOwner {
  readonly staffId: string;
  readonly recipient: string;
  readonly email: string;
}

async function storeNewDraft(
  trx: Transaction<Database>,
  { staffId, recipient, email }: DraftOwner,
  { name, phone, subject, text, blanks, templateId, statusAfter }: NewDraft,
  now: number,
): Promise<string> {
  const isTyped = isTypedId(recipient);
  const values = {
    email,
    name: isTyped ? name : "",
    phone: isTyped ? phone : "",
    subject,
    text,
    blanks: JSON.stringify(blanks),
    status_after: statusAfter,
    template_id: templateId,
    saved_at: now,
  };
  const { id } = await trx
    .insertInto("new_message_drafts")
    .values({ id: orderedId(), staff_id: staffId, recipient, ...values })
    .onConflict((conflict) => conflict.columns(["staff_id", "recipient"]).doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function removeEmptyNewDraft(
  trx: Transaction<Database>,
  id: string,
  { name, phone, email, subject, text }: NewDraft,
): Promise<boolean> {
  const isEmpty = [name, phone, email, subject, text].every((one) => one.trim() === "");
  if (!isEmpty || (await readFiles(trx, "new_draft_id", [id])).size > 0) return false;
  await trx.deleteFrom("new_message_drafts").where("id", "=", id).execute();
  return true;
}

function findRow(db: Kysely<Database>, staffId: string, recipient: string) {
  return db
    .selectFrom("new_message_drafts")
    .selectAll()
    .where("staff_id", "=", staffId)
    .where("recipient", "=", recipient)
    .executeTakeFirst();
}

async function readNewDraft(
  db: Kysely<Database>,
  staffId: string,
  recipient: string,
): Promise<StoredNewDraft | null> {
  const row = await findRow(db, staffId, recipient);
  if (!row) return null;
  const files = await readFiles(db, "new_draft_id", [row.id]);
  return {
    name: row.name,
    phone: row.phone,
    email: isTypedId(recipient) ? row.email : "",
    subject: row.subject,
    text: row.text,
    blanks: JSON.parse(row.blanks),
    statusAfter:
      statusesAfterReply.find((one) => one === row.status_after) ?? statusesAfterReply[0],
    templateId: row.template_id,
    files: files.get(row.id) ?? [],
    savedAt: isoTime(row.saved_at),
  };
}

/** Id of the draft that an email is sent from; undefined without one. */
export async function findNewDraftId(
  db: Kysely<Database>,
  staffId: string,
  recipient: string,
): Promise<string | undefined> {
  return (await findRow(db, staffId, recipient))?.id;
}

/** Deletes a draft that was sent; files that its writer did not see go with it. */
export async function deleteNewDraft(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom("new_message_drafts").where("id", "=", id).execute();
}

/** Drafts of emails that were never begun, without a change since a time. */
export async function deleteOldDrafts(trx: Transaction<Database>, before: number): Promise<void> {
  await trx.deleteFrom("new_message_drafts").where("saved_at", "<", before).execute();
}
