import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../../recruiting/contract/replies.ts";
import { readApplication } from "../../../recruiting/server/desk/read-application.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf, lockStaffSession } from "../../../staff/server/access/staff-session.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import type { replyEndpoints, templateEndpoints } from "../../contract/reply-endpoints.ts";
import { readCase } from "../inbox/read-case.ts";
import { saveDraft } from "./drafts.ts";
import { scheduleReply, undoReply } from "./schedule.ts";
import { retryReply } from "./send-due.ts";
import { takeOverDraft } from "./take-over.ts";
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from "./templates.ts";

type Endpoints = typeof replyEndpoints;
type Read<Detail> = (reference: string, staffId: string) => Promise<Detail>;

export function replyHandlers(context: AppContext): DeskHandlers<typeof replyEndpoints> {
  const { database, now } = context;
  return handlersFor("case", context, (reference, staffId) =>
    readCase(database.db, reference, staffId, now()),
  );
}

export function applicantReplyHandlers(
  context: AppContext,
): DeskHandlers<typeof applicantReplyEndpoints> {
  const { database, now } = context;
  return handlersFor("application", context, (reference, staffId) =>
    readApplication(database.db, reference, { staffId, now: now() }),
  );
}

function handlersFor<Detail>(kind: ConversationKind, context: AppContext, read: Read<Detail>) {
  const { database, now } = context;
  const { write } = database;
  return {
    saveDraft: ({
      request,
      session,
      body: draft,
    }: DeskRequest & InputOf<Endpoints["saveDraft"]>) => {
      const name = { kind, reference: request.params.id };
      return write(async (trx) => {
        // A draft that arrives while the session ends is rejected.
        await lockStaffSession(trx, session);
        return saveDraft(trx, name, session.staffId, draft, now());
      });
    },
    send: async ({ request, session, body: reply }: DeskRequest & InputOf<Endpoints["send"]>) => {
      const name = { kind, reference: request.params.id };
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write(async (trx) => {
        await lockStaffSession(trx, session);
        await scheduleReply(trx, name, reply, writer, context);
      });
      return read(name.reference, session.staffId);
    },
    takeOver: async ({ request, session, body }: DeskRequest & InputOf<Endpoints["takeOver"]>) => {
      const name = { kind, reference: request.params.id };
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write(async (trx) => {
        await lockStaffSession(trx, session);
        await takeOverDraft(trx, name, body.draft, writer, context);
      });
      return read(name.reference, session.staffId);
    },
    undo: async ({ request, session }: DeskRequest) => {
      const { staffId } = session;
      const { id } = request.params;
      return read(await write((trx) => undoReply(trx, kind, id, staffId, context)), staffId);
    },
    retry: async ({ request, session }: DeskRequest) => {
      const actor = actorOf(session, request);
      const { id } = request.params;
      const reference = await write((trx) => retryReply(trx, kind, id, actor, context));
      return read(reference, session.staffId);
    },
  };
}

export function templateHandlers(
  topic: ConversationKind,
  { database, now }: AppContext,
): DeskHandlers<typeof templateEndpoints> & DeskHandlers<typeof applicantTemplateEndpoints> {
  const { db, write } = database;
  return {
    list: async ({ session }) => ({ templates: await listTemplates(db, topic, session) }),
    add: ({ request, session, body }) => {
      const template = { ...body, topic };
      const actor = actorOf(session, request);
      return write((trx) => addTemplate(trx, template, session, actor, now()));
    },
    change: async ({ request, session, body }) => {
      const template = { ...body, topic };
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => changeTemplate(trx, id, template, session, actor, now()));
      return {};
    },
    remove: async ({ request, session }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => removeTemplate(trx, id, topic, session, actor, now()));
      return {};
    },
  };
}
