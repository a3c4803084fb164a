import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf, lockStaffSession } from "../../../staff/server/access/staff-session.ts";
import { readTextNumber } from "../../../texts/server/consents.ts";
import { textMode } from "../../../texts/server/settings.ts";
import type { callEndpoints } from "../../contract/calls.ts";
import type { callBackEndpoints } from "../../contract/inbox-endpoints.ts";
import { issueCaseUndo } from "../inbox/change-many.ts";
import { readCase } from "../inbox/read-case.ts";
import { emailAfterTries, logCall, writeMessage } from "./begin.ts";
import { countCallBacks, listCallBacks } from "./call-backs.ts";
import { logCaseCall } from "./log-call.ts";
import { findRecipient, readRecipient } from "./recipients.ts";
import { recordSpoken, writeText } from "./write-text.ts";

export function callBackHandlers({
  database: { db },
  now,
}: AppContext): DeskHandlers<typeof callBackEndpoints> {
  return {
    list: ({ query }) => listCallBacks(db, query.after, now()),
    counts: () => countCallBacks(db, now()),
  };
}

/** Handlers of contacts that staff begin. */
export function callHandlers(context: AppContext): DeskHandlers<typeof callEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  return {
    logCaseCall: async ({ request, session, body }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      const undo = await write(async (trx) =>
        issueCaseUndo(trx, [await logCaseCall(trx, id, body, actor, context)], actor, context),
      );
      return { ...(await readCase(db, id, session.staffId, now())), undo };
    },
    emailAfterTries: async ({ request, session, body }) => {
      const { id } = request.params;
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write(async (trx) => {
        await lockStaffSession(trx, session);
        await emailAfterTries(trx, id, body.version, writer, context);
      });
      return readCase(db, id, session.staffId, now());
    },
    logCall: async ({ request, session, body }) => {
      const person = await findRecipient(db, body.to, session.roles);
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      return { reference: await logCall(body, person, writer, context) };
    },
    writeMessage: async ({ request, session, body }) => {
      const person = await findRecipient(db, body.to, session.roles);
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write((trx) => lockStaffSession(trx, session));
      return { reference: await writeMessage(body, person, writer, context) };
    },
    writeText: async ({ request, session, body }) => {
      const person = await findRecipient(db, body.to, session.roles);
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write((trx) => lockStaffSession(trx, session));
      return { reference: await writeText(body, person, writer, context) };
    },
    recordConsent: async ({ request, session, body }) => {
      const { phone } = await findRecipient(db, body.to, session.roles);
      const writer = { ...actorOf(session, request), staffId: session.staffId };
      await write(async (trx) => {
        await lockStaffSession(trx, session);
        await recordSpoken(trx, phone, body.agreed, writer, context);
      });
      return {};
    },
    readRecipient: async ({ request, session }) => {
      const recipient = await readRecipient(db, request.params.id, session.roles);
      const { phone } = recipient;
      const hasText = phone !== "" && textMode(context.config) !== "off";
      return { ...recipient, text: hasText ? await readTextNumber(db, phone, now()) : null };
    },
  };
}
