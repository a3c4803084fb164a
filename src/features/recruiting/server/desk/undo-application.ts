import type { Selectable, Transaction } from "kysely";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { applicationEvent } from "../../../integrations/server/webhooks/record-events.ts";
import { findInterview } from "../../../interviews/server/store.ts";
import type { InterviewTable } from "../../../interviews/server/tables.ts";
import { restoreInterview } from "../../../interviews/server/undo.ts";
import { selectHistory } from "../../../staff/server/read-history.ts";
import { undoEvents } from "../../../staff/server/record-event.ts";
import { issueUndo, takeUndo } from "../../../staff/server/undo-tokens.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { ApplicationStatus } from "../../contract/application-status.ts";
import { lockApplication, nextVersion } from "../applications/applications.ts";

const restored = ["status", "status_at", "updated_at", "waiting_since"] as const;

/** What an undo restores of a document. */
const restoredOfDocument = ["state", "reason", "ends_on", "decided_at", "reminded_at"] as const;

type Columns = Pick<Selectable<Database["applications"]>, (typeof restored)[number]>;

type DocumentColumns = Pick<
  Selectable<Database["application_documents"]>,
  "id" | (typeof restoredOfDocument)[number]
>;

/** Ids of what a change of status adds elsewhere. */
interface Traces {
  readonly lines: readonly string[];
  readonly events: readonly string[];
  readonly conversions: readonly string[];
  /** Emails that wait until the undo is over; absent in tokens of older versions. */
  readonly emails?: readonly string[];
}

interface Step {
  readonly id: string;
  readonly reference: string;
  readonly version: number;
  readonly columns: Columns;
  /** Absent if the change was about none. */
  readonly document?: DocumentColumns | undefined;
  readonly added: Traces;
  /** The interview that the change ended; absent in tokens of older versions. */
  readonly interview?: InterviewTable | null;
}

/**
 * Reads what an undo of the next change of a locked application restores.
 * @param documentId of a document that the change is about
 */
export async function startUndo(trx: Transaction<Database>, id: string, documentId = "") {
  const columns = await trx
    .selectFrom("applications")
    .select(restored)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const document = await trx
    .selectFrom("application_documents")
    .select(["id", ...restoredOfDocument])
    .where("id", "=", documentId)
    .executeTakeFirst();
  const before = await readTraces(trx, id);
  const interview = (await findInterview(trx, id)) ?? null;
  return {
    /** Call it after the change. @returns the token of the undo */
    async issue(actor: Actor, reference: string, now: number): Promise<string> {
      const after = await readTraces(trx, id);
      const { version } = await trx
        .selectFrom("applications")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const added: Traces = {
        lines: without(after.lines, before.lines),
        events: without(after.events, before.events),
        conversions: without(after.conversions, before.conversions),
        emails: without(after.emails ?? [], before.emails ?? []),
      };
      // What tells others waits until the undo is over.
      if (added.conversions.length > 0) {
        await trx
          .updateTable("conversions")
          .set({ next_try_at: now + undoLifetimeMs })
          .where("id", "in", added.conversions)
          .execute();
      }
      const step: Step = {
        id,
        reference,
        version: Number(version),
        columns,
        document,
        added,
        interview,
      };
      return issueUndo({ trx, kind: "undo-application", actor, now }, step);
    },
  };
}

/**
 * Brings an application back to what it was before a change of status, unless it changed since. The
 * audit log keeps the change and says that it was undone.
 * @param token the `undo` of a change, of the same staff member
 * @throws ApiError "link-expired" if it is too late
 */
export async function undoApplication(
  trx: Transaction<Database>,
  token: string,
  actor: Actor,
  now: number,
): Promise<{ readonly restored: number }> {
  const undo = { trx, kind: "undo-application", actor, now } as const;
  const step = (await takeUndo(undo, token)) as Step;
  const { id, version, columns, document, added, interview = null } = step;
  const present = await lockApplication(trx, id);
  if (present?.version !== version) return { restored: 0 };
  await trx
    .updateTable("applications")
    .set({ ...columns, ...nextVersion(now) })
    .where("id", "=", id)
    .execute();
  await restoreInterview(trx, interview, now);
  if (document) {
    const { id: documentId, ...former } = document;
    await trx
      .updateTable("application_documents")
      .set(former)
      .where("id", "=", documentId)
      .execute();
  }
  if (added.emails && added.emails.length > 0) {
    const unsent = await trx
      .deleteFrom("mail_outbox")
      .where("id", "in", added.emails)
      .where("sent_at", "is", null)
      .returning("id")
      .execute();
    const ids = unsent.map((email) => email.id);
    await trx
      .deleteFrom("conversation_sent_emails")
      .where("id", "in", [...ids, ""])
      .execute();
  }
  await undoEvents(trx, added.lines, actor, now);
  if (added.events.length > 0) {
    await trx.deleteFrom("funnel_events").where("id", "in", added.events).execute();
  }
  if (added.conversions.length > 0) {
    await trx
      .deleteFrom("conversions")
      .where("id", "in", added.conversions)
      .where("attempts", "=", 0)
      .execute();
  }
  const status = columns.status as ApplicationStatus;
  await emitEvents(trx, [applicationEvent("application.updated", { ...present, status })], now);
  return { restored: 1 };
}

async function readTraces(trx: Transaction<Database>, id: string): Promise<Traces> {
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id);
  const history = selectHistory(trx, { kind: "application", id });
  const events = trx.selectFrom("funnel_events").select("id");
  const emails = trx.selectFrom("conversation_sent_emails").select("id");
  const conversions = trx.selectFrom("conversions").select("id");
  return {
    lines: idsOf(await history.execute()),
    events: idsOf(await events.where("id", ">=", `${id}:`).where("id", "<", `${id};`).execute()),
    emails: idsOf(await emails.where("application_id", "=", id).execute()),
    conversions: idsOf(await conversions.where("application_id", "=", id).execute()),
  };
}

function without(all: readonly string[], some: readonly string[]): string[] {
  return all.filter((one) => !some.includes(one));
}
