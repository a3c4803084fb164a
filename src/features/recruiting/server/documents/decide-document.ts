import type { Kysely, Transaction } from "kysely";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queueConversationEmail } from "../../../messages/server/conversation-page/queue-email.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { DocumentKind } from "../../contract/documents/documents.ts";
import { nextVersion, updateApplication } from "../applications/applications.ts";
import { threadOf } from "../applications/submit.ts";
import { lockSeen } from "../desk/change-application.ts";
import { startUndo } from "../desk/undo-application.ts";
import { documentAgainEmail } from "./document-emails.ts";

export interface Decision {
  /** Of the application. */
  readonly version: number;
  readonly state: "accepted" | "again";
  readonly reason: string;
  readonly endsOn: string;
}

/** The document with the application that shows it. @throws ApiError "not-found" */
export async function findDocument(db: Kysely<Database>, id: string) {
  const row = await db
    .selectFrom("application_documents as documents")
    .innerJoin("applications as own", "own.id", "documents.application_id")
    .leftJoin("applications as kept", (join) =>
      join.onRef("kept.id", "=", "own.duplicate_of").on("own.joined_at", "is not", null),
    )
    .selectAll("documents")
    .select(["own.reference", "kept.reference as kept_reference"])
    .where("documents.id", "=", id)
    .executeTakeFirst();
  const reference = row?.kept_reference ?? row?.reference;
  if (!row || !reference) throw new ApiError("not-found");
  return { ...row, reference };
}

/**
 * Accepts a document, or asks for it again by an email, which waits until an undo is over.
 * @returns the application's reference, and the token of the undo
 * @throws ApiError "not-found", "case-changed", "invalid" without a reason to ask again
 */
export async function decideOnDocument(
  trx: Transaction<Database>,
  id: string,
  { version, state, reason, endsOn }: Decision,
  actor: Actor,
  context: AppContext,
): Promise<{ readonly reference: string; readonly undo: string }> {
  const found = await findDocument(trx, id);
  const { reference } = found;
  const application = await lockSeen(trx, { reference, version });
  const now = context.now();
  if (state === "again" && reason === "") {
    throw new ApiError("invalid", { fields: { reason: "Say what is wrong with it." } });
  }
  const undo = await startUndo(trx, application.id, id);
  await trx
    .updateTable("application_documents")
    .set({
      state,
      reason: state === "again" ? reason : "",
      ends_on: endsOn,
      decided_at: now,
      // Another end has its own reminder.
      ...(endsOn !== found.ends_on && { reminded_at: null }),
    })
    .where("id", "=", id)
    .execute();
  const event = {
    kind: "application.document-decided",
    data: { document: found.kind as DocumentKind, state },
  } as const;
  const subject = { ...application, kind: "application" } as const;
  await recordEvent(trx, { ...event, actor, subject, audit: "change" }, now);
  if (state === "again") {
    const email = documentAgainEmail(application, { ...found, reason }, context, undoLifetimeMs);
    await queueConversationEmail(trx, threadOf(application), email, context, now);
  }
  await updateApplication(trx, application.id, nextVersion(now));
  return { reference, undo: await undo.issue(actor, reference, now) };
}
