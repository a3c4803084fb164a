import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../../platform/server/files/removals.ts";
import { listTemplates } from "../../../messages/server/replies/templates.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { wasOpened, writeAudit } from "../../../staff/server/write-audit.ts";
import type { privacyEndpoints } from "../../contract/endpoints.ts";
import { retryLetter } from "../requests/deliveries.ts";
import { addPrivacyRequest, type StaffActor, workOn } from "./change-request.ts";
import { decideOn, prepareDeletion } from "./decide-request.ts";
import { countPrivacyRequests, listPrivacyRequestPage } from "./list-requests.ts";
import { readPrivacyRequest } from "./read-request.ts";

/**
 * An open record reloads when somebody changes it; opening it is audited once per this interval, in
 * milliseconds.
 */
const openedForMs = minutes(30);

/** Files that are removed before the answer; a job removes the others soon. */
const maxRemovedNow = 200;

export function privacyHandlers(context: AppContext): DeskHandlers<typeof privacyEndpoints> {
  const { config, database, now } = context;
  const { db, write } = database;
  const reread = (reference: string) =>
    readPrivacyRequest(db, "reference", reference, now(), config);
  return {
    list: ({ query: { show, after } }) => listPrivacyRequestPage(db, show, after, now()),
    counts: () => countPrivacyRequests(db, now()),
    add: async (call) =>
      reread(await write((trx) => addPrivacyRequest(trx, call.body, staffActorOf(call), context))),
    read: async (call) => {
      const { id } = call.request.params;
      const found = await reread(id);
      const actor = staffActorOf(call);
      if (!(await wasOpened(db, actor, id, now() - openedForMs))) {
        const act = { kind: "opened", what: "Opened a request about data", target: id } as const;
        await write((trx) => writeAudit(trx, actor, act, now()));
      }
      return found;
    },
    letters: async ({ session }) => {
      const templates = await listTemplates(db, "case", session);
      return {
        templates: templates
          .filter(({ isShared }) => isShared)
          .map(({ name, text }) => ({ name, text })),
      };
    },
    work: async (call) => {
      const { version, work } = call.body;
      const reference = call.request.params.id;
      await write((trx) => workOn(trx, { reference, version }, work, staffActorOf(call), context));
      return reread(reference);
    },
    decide: async (call) => {
      const { version, decision } = call.body;
      const reference = call.request.params.id;
      const seen = { reference, version };
      const { deletion, files } = await prepareDeletion(seen, decision, context);
      const more = await write((trx) =>
        decideOn(trx, seen, decision, staffActorOf(call), context, deletion),
      );
      await removeFiles(fileStoreOf(context), [...files, ...more].slice(0, maxRemovedNow));
      return reread(reference);
    },
    retry: async (call) => {
      const actor = staffActorOf(call);
      const caseId = await write(async (trx) => {
        const found = await retryLetter(trx, call.request.params.id, actor.staffId, now());
        const act = { kind: "change", what: "Tried again to send a letter" } as const;
        await writeAudit(trx, actor, { ...act, target: "Privacy" }, now());
        return found;
      });
      return readPrivacyRequest(db, "id", caseId, now(), config);
    },
  };
}

function staffActorOf({ session, request }: DeskRequest): StaffActor {
  return { ...actorOf(session, request), staffId: session.staffId };
}
