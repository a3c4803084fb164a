import type { AppContext } from "../../../../platform/server/app-context.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import { findElsewhere } from "../../../messages/server/inbox/find-elsewhere.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { withHeader } from "../../../staff/server/access/export-line.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type {
  ApplicationDetail,
  ApplicationFilter,
  applicationEndpoints,
} from "../../contract/applications.ts";
import { toApplicationQuery } from "./application-filter.ts";
import {
  addApplicationNote,
  changeApplication,
  endWaiting,
  mergeSeen,
  sendPageLink,
  separateApplications,
} from "./change-application.ts";
import { applicationColumns, applicationTimes, exportApplications } from "./export-applications.ts";
import { readFirstWord } from "./first-word.ts";
import { listApplications } from "./list-applications.ts";
import { findSent, readApplication } from "./read-application.ts";
import { readApplicationCounts, readBoard } from "./read-board.ts";
import { sendResume } from "./send-resume.ts";
import { undoApplication } from "./undo-application.ts";

const target = "Applications";

export function applicationHandlers(
  context: AppContext,
): DeskHandlers<typeof applicationEndpoints> {
  const { database, now } = context;
  const { write } = database;
  const read = (reference: string, staffId: string) =>
    readApplication(database.db, reference, { staffId, now: now() });
  const queryOf = async (filter: ApplicationFilter) =>
    toApplicationQuery(filter, now(), filter.contact && (await readHolidays(database.db)));
  return {
    list: async ({ session, query: { after, ...filter } }) => {
      const query = await queryOf(filter);
      const page = await listApplications(database, query, after);
      if (!page.search || page.applications.length > 0 || page.next !== null) return page;
      const empty = { place: "applications", text: query.words, session, now: now() } as const;
      return { ...page, elsewhere: await findElsewhere(database, empty) };
    },
    board: async ({ query }) => ({
      stages: await readBoard(database, await queryOf(query), now()),
    }),
    counts: () => readApplicationCounts(database, toApplicationQuery({}, now())),
    firstWord: () => readFirstWord(database.db, now()),
    read: (call) => open(call, context),
    change: async ({ request, session, body: { version, status } }) => {
      const reference = request.params.id;
      const actor = actorOf(session, request);
      const undo = await write((trx) =>
        changeApplication(trx, { reference, version }, status, actor, context),
      );
      return { ...(await read(reference, session.staffId)), undo };
    },
    undo: ({ request, session, body: { undo } }) =>
      write((trx) => undoApplication(trx, undo, actorOf(session, request), now())),
    addNote: async ({ request, session, body: note }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => addApplicationNote(trx, id, note, actor, context));
      return read(id, session.staffId);
    },
    noAnswer: async ({ request, session }) => {
      const { id } = request.params;
      await write((trx) => endWaiting(trx, id, actorOf(session, request), context));
      return read(id, session.staffId);
    },
    sendLink: async ({ request, session }) => {
      const { id } = request.params;
      await write((trx) => sendPageLink(trx, id, actorOf(session, request), context));
      return read(id, session.staffId);
    },
    resume: (call) => sendResume(call, context),
    separate: async ({ request, session, body: { other } }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => separateApplications(trx, id, other, actor, now()));
      return read(id, session.staffId);
    },
    merge: async ({ request, session, body: { version, other } }) => {
      const reference = request.params.id;
      const actor = actorOf(session, request);
      await write((trx) => mergeSeen(trx, { reference, version }, other, actor, context));
      return read(reference, session.staffId);
    },
    export: async (call) => {
      const { format, ...filter } = call.query;
      const chosen = await queryOf(filter);
      return sendExport(call, context, {
        format,
        fileName: "applications",
        what: `Exported applications as ${format.toUpperCase()}`,
        target,
        rows: withHeader(
          applicationColumns,
          format,
          exportApplications(database, chosen, format),
          applicationTimes,
        ),
      });
    },
  };
}

async function open(call: DeskRequest, context: AppContext): Promise<ApplicationDetail> {
  const { database, now } = context;
  const { id } = call.request.params;
  const staff = { staffId: call.session.staffId, now: now() };
  const found = await readApplication(database.db, id, staff);
  const subject = { ...(await findSent(database.db, id)), kind: "application" } as const;
  await recordOpening(call, { record: "application", target: id, subject }, context);
  return found;
}
