import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { listNamed } from "../../../customers/server/customer-refs.ts";
import type { AppCase } from "../../contract/api.ts";
import { appForm } from "../../contract/forms/app.ts";
import { findKept, readMerged } from "../cases/merged-cases.ts";
import { conversationToken } from "../conversation-page/link.ts";
import { readConversation } from "../conversation-page/read-conversation.ts";

/**
 * The case of a message that an app delivered for a customer.
 * @param customer a uid
 * @throws ApiError "not-found" if it is not the customer's
 */
export async function findAppCase(
  db: Kysely<Database>,
  reference: string,
  customer: string,
): Promise<{ readonly id: string; readonly subject: string; readonly reference: string }> {
  const [named] = await listNamed(db, { uid: customer });
  const found = await db
    .selectFrom("app_cases")
    .innerJoin("submissions", "submissions.id", "app_cases.case_id")
    .select(["submissions.id", "submissions.data", "submissions.reference"])
    .where("submissions.collection", "=", appForm.collection)
    .where("submissions.reference", "=", reference.toUpperCase())
    .where("app_cases.uid", "=", named?.uid ?? "")
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const { subject } = JSON.parse(found.data) as { readonly subject: string };
  return { id: found.id, subject, reference: found.reference };
}

/** The conversation as the customer sees it; of a merged case, that of the one it is merged into. */
export async function readAppCase(
  { id, subject, reference }: Awaited<ReturnType<typeof findAppCase>>,
  { database: { db }, secret, origin, now }: AppContext,
): Promise<AppCase> {
  const kept = await findKept(db, id);
  const merged = await readMerged(db, kept);
  const conversation = {
    owner: { kind: "case", id },
    shown: { kind: "case", id: kept, merged },
    token: conversationToken(secret, id),
    form: appForm.collection,
    reference,
    openUntil: now(),
  } as const;
  const { entries } = await readConversation(db, conversation, now());
  return {
    reference,
    subject,
    messages: entries
      .filter(({ email }) => email === null || isOwn(email))
      .map(({ from, text, at, files }) => ({
        from: from === null ? "customer" : "staff",
        text,
        at,
        attachments: files.map(({ name, mimeType: type, size, path }) => ({
          name,
          type,
          size,
          url: origin() + path,
        })),
      })),
  };
}

/** Not other people's emails in the conversation, nor automatic ones. */
function isOwn({ sender, kind }: { readonly sender: string; readonly kind: string }): boolean {
  return sender === "customer" && kind === "message";
}
