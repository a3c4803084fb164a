import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { documentEndpoints } from "../../contract/documents/document-endpoints.ts";
import { decideOnDocument } from "../documents/decide-document.ts";
import { listDocuments } from "../documents/list-documents.ts";
import { sendDocument } from "../documents/send-document.ts";
import { readApplication } from "./read-application.ts";

export function documentHandlers(context: AppContext): DeskHandlers<typeof documentEndpoints> {
  const { database, now } = context;
  return {
    list: ({ query: { after, ...filter } }) => listDocuments(database.db, filter, after, now()),
    file: (call) => sendDocument(call, context),
    decide: async ({ request, session, body }) => {
      const id = request.params.id ?? "";
      const actor = actorOf(session, request);
      const { reference, undo } = await database.write((trx) =>
        decideOnDocument(trx, id, body, actor, context),
      );
      const reader = { staffId: session.staffId, now: now() };
      return { ...(await readApplication(database.db, reference, reader)), undo };
    },
  };
}
