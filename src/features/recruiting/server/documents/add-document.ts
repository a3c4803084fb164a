import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import {
  lockConversation,
  notifyStaff,
} from "../../../messages/server/conversation-page/change-conversation.ts";
import { withExtension } from "../../../messages/server/reply-files/add-file.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { readTypedDay, wrongDay } from "../../contract/documents/document-form.ts";
import {
  documentKindNames,
  documentKinds,
  documentLimits,
} from "../../contract/documents/documents.ts";
import { lockApplication, nextVersion, updateApplication } from "../applications/applications.ts";
import { checkResume } from "../resumes/resume-check.ts";
import { requireAddressQuota } from "../resumes/resume-quota.ts";
import { cleanName } from "../resumes/resume-store.ts";
import { documentFiles } from "./document-files.ts";
import { readDocuments, takesDocuments } from "./read-documents.ts";

const isOver = "This application is closed, so it takes no more documents.";
const tooMany = `You can send at most ${documentLimits.files} documents. Call us to show us more.`;
const endedAlready = "This date is over. Please send us the new document.";
/** Nobody's paper is valid for longer; a typing error is more likely. */
const maxYears = 60;

export interface NewDocument {
  readonly kind: string;
  readonly label: string;
  /** As typed; "" if it does not end. */
  readonly endsOn: string;
  /** Id of the document of the same person that it replaces; "" for none. */
  readonly replaces: string;
  /** Idempotency key: a second document with the same key is the same document. */
  readonly sourceKey: string;
  readonly file: { readonly name: string; readonly bytes: Buffer };
}

/**
 * Adds a document to a sent application, checked like a résumé: its content says what it is, what may
 * run is refused, and pictures are encoded again. Staff are notified.
 * @throws ApiError "invalid" beyond the limits, those of `checkResume`, "storage-full", "too-many", "not-found"
 */
export async function addDocument(
  applicationId: string,
  sent: NewDocument,
  context: AppContext,
): Promise<void> {
  const now = context.now();
  const kind = documentKinds.find((one) => documentKindNames[one] === sent.kind);
  if (!kind) throw new ApiError("malformed");
  const endsOn = readEnd(sent.endsOn, now);
  await context.disk.requireSpace();
  const { bytes, extension, type } = await checkResume(sent.file.bytes);
  const id = orderedId();
  const file = `ApplicationDocuments/${id}/file.${extension}`;
  await storeFile(fileStoreOf(context), {
    file,
    bytes,
    rows: documentFiles,
    now,
    async saveRow(trx) {
      const application = await lockApplication(trx, applicationId);
      if (!application?.reference) throw new ApiError("not-found");
      if (!takesDocuments(application)) throw rejected("file", isOver);
      const others = await readDocuments(trx, applicationId, now);
      const same = await trx
        .selectFrom("application_documents")
        .select("id")
        .where("source_key", "=", sent.sourceKey)
        .executeTakeFirst();
      if (same) return file;
      if (others.length >= documentLimits.files) throw rejected("file", tooMany);
      const { address_hash: addressHash } = await trx
        .selectFrom("applications")
        .select("address_hash")
        .where("id", "=", applicationId)
        .executeTakeFirstOrThrow();
      const counted = { id: "", bytes: bytes.length, addressHash: addressHash ?? undefined };
      await requireAddressQuota(trx, counted, context);
      const isKnown = others.some((one) => one.id === sent.replaces && !one.isReplaced);
      await trx
        .insertInto("application_documents")
        .values({
          id,
          application_id: applicationId,
          kind,
          label: sent.label,
          file,
          name: withExtension(cleanName(sent.file.name, "document"), extension),
          mime_type: type,
          size: bytes.length,
          ends_on: endsOn,
          state: "received",
          reason: "",
          replaces: isKnown ? sent.replaces : "",
          source_key: sent.sourceKey,
          at: now,
          decided_at: null,
          reminded_at: null,
        })
        .execute();
      const subject = { kind: "application", id: applicationId } as const;
      const event = { kind: "application.document-added", data: { document: kind } } as const;
      await recordEvent(trx, { ...event, subject }, now);
      await updateApplication(trx, applicationId, nextVersion(now));
      const conversation = await lockConversation(trx, subject, context);
      await notifyStaff(trx, conversation, context, "document");
      return null;
    },
  });
}

/** @returns YYYY-MM-DD, or "" @throws ApiError "invalid" */
function readEnd(typed: string, now: number): string {
  if (typed === "") return "";
  const day = readTypedDay(typed);
  const today = dayOf(now);
  if (day === undefined || Temporal.PlainDate.from(day).year > today.year + maxYears) {
    throw rejected("endsOn", wrongDay);
  }
  if (day < today.toString()) throw rejected("endsOn", endedAlready);
  return day;
}

const rejected = (field: string, message: string) =>
  new ApiError("invalid", { message, fields: { [field]: message } });
