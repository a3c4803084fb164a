import type { Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import type { ChangedCase, inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { addNote } from "./add-note.ts";
import { changeCase } from "./change-case.ts";
import { changeMany, issueCaseUndo, undoMany } from "./change-many.ts";
import { findElsewhere } from "./find-elsewhere.ts";
import { mergeCase, relateCase } from "./link-cases.ts";
import { toCaseQuery } from "./list/case-filter.ts";
import { readCaseCounts } from "./list/count-cases.ts";
import { exportCases, exportChosen } from "./list/export-cases.ts";
import { listCases } from "./list/list-cases.ts";
import { inboxViews, listViews, removeView, saveView } from "./list/saved-views.ts";
import { readCase } from "./read-case.ts";
import type { UndoStep } from "./undo-step.ts";

/** Changes a case. @returns what an undo needs, for each case that changed */
type Change = (
  trx: Transaction<Database>,
  reference: string,
  actor: Actor,
) => Promise<readonly UndoStep[]>;

/** Handlers of the inbox: submissions of the public forms, and how staff handle them. */
export function inboxHandlers(context: AppContext): DeskHandlers<typeof inboxEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  const save = async ({ request, session }: DeskRequest, change: Change): Promise<ChangedCase> => {
    const { id } = request.params;
    const actor = actorOf(session, request);
    const undo = await write(async (trx) =>
      issueCaseUndo(trx, await change(trx, id, actor), actor, context),
    );
    return { ...(await readCase(db, id, session.staffId, now())), undo };
  };
  return {
    list: async ({ session, query: { after, ...filter } }) => {
      const query = toCaseQuery(filter, session.staffId);
      const page = await listCases(database, query, after, now());
      if (!page.search || page.cases.length > 0 || page.next !== null) return page;
      const empty = { place: "inbox", text: query.words, session, now: now() } as const;
      return { ...page, elsewhere: await findElsewhere(database, empty) };
    },
    counts: ({ session }) => readCaseCounts(db, session.staffId, now()),
    read: (call) => openCase(call, context),
    change: (call) =>
      save(call, async (trx, reference, actor) => {
        const { version, edit } = call.body;
        const step = await changeCase(trx, reference, version, edit, actor, context);
        return step ? [step] : [];
      }),
    merge: (call) =>
      save(call, (trx, reference, actor) => {
        const { version, into } = call.body;
        return mergeCase(trx, into, { reference, version, actor, now: now() });
      }),
    relate: (call) =>
      save(call, (trx, reference, actor) => {
        const { version, ...relation } = call.body;
        return relateCase(trx, relation, { reference, version, actor, now: now() });
      }),
    addNote: async ({ request, session, body: note }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => addNote(trx, id, note, actor, context.origin(), now()));
      return readCase(db, id, session.staffId, now());
    },
    changeMany: ({ request, session, body: { cases, edit } }) =>
      write((trx) => changeMany(trx, cases, edit, actorOf(session, request), context)),
    undo: ({ request, session, body: { undo } }) =>
      write((trx) => undoMany(trx, undo, actorOf(session, request), context)),
    views: async ({ session }) => ({
      views: await listViews(database, inboxViews, session.staffId, now()),
    }),
    saveView: ({ session, body: view }) =>
      write((trx) => saveView(trx, inboxViews, session.staffId, view, now())),
    removeView: async ({ request, session }) => {
      const actor = actorOf(session, request);
      await write((trx) => removeView(trx, inboxViews, session, request.params.id, actor, now()));
      return {};
    },
    export: async (call) => {
      const { format, only, ...filter } = call.query;
      return sendExport(call, context, {
        format,
        fileName: "cases",
        what: `Exported cases as ${format.toUpperCase()}`,
        target: "Inbox",
        rows:
          only === undefined
            ? exportCases(database, toCaseQuery(filter, call.session.staffId), format, now())
            : exportChosen(database, only, format, now()),
      });
    },
  };
}

async function openCase(call: DeskRequest, context: AppContext): Promise<CaseDetail> {
  const { database, now } = context;
  const { id } = call.request.params;
  const found = await readCase(database.db, id, call.session.staffId, now());
  await recordOpening(call, { record: "case", target: id }, context);
  return found;
}
