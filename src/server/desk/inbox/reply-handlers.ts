import type { replyEndpoints, templateEndpoints } from "../../../contract/desk/reply-endpoints.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { DeskHandlers } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { readCase } from "./read-case.ts";
import { parseReplyBody } from "./replies/bodies.ts";
import { saveDraft } from "./replies/drafts.ts";
import { scheduleReply, undoReply } from "./replies/schedule.ts";
import { retryReply } from "./replies/send-due.ts";
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from "./replies/templates.ts";

/** Handlers of replies: drafts, sending and taking back, trying again. */
export function replyHandlers(context: AppContext): DeskHandlers<typeof replyEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  return {
    saveDraft: ({ request, session }) => {
      const draft = parseReplyBody("draft", request.body);
      return write((trx) => saveDraft(trx, request.params.id, session.staffId, draft, now()));
    },
    send: async ({ request, session }) => {
      const reply = parseReplyBody("reply", request.body);
      const { id } = request.params;
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write((trx) => scheduleReply(trx, id, reply, writer, now()));
      return readCase(db, id, session.staffId, now());
    },
    undo: async ({ request, session }) => {
      const { staffId } = session;
      const reference = await write((trx) => undoReply(trx, request.params.id, staffId, now()));
      return readCase(db, reference, staffId, now());
    },
    retry: async ({ request, session }) => {
      const actor = actorOf(session, request);
      const reference = await write((trx) => retryReply(trx, request.params.id, actor, context));
      return readCase(db, reference, session.staffId, now());
    },
  };
}

/** Handlers of templates for replies. */
export function templateHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof templateEndpoints> {
  const { db, write } = database;
  return {
    list: async ({ session }) => ({ templates: await listTemplates(db, session) }),
    add: ({ request, session }) => {
      const template = parseReplyBody("template", request.body);
      const actor = actorOf(session, request);
      return write((trx) => addTemplate(trx, template, session, actor, now()));
    },
    change: async ({ request, session }) => {
      const template = parseReplyBody("template", request.body);
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => changeTemplate(trx, id, template, session, actor, now()));
      return {};
    },
    remove: async ({ request, session }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => removeTemplate(trx, id, session, actor, now()));
      return {};
    },
  };
}
