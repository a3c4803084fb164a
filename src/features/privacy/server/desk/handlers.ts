import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../../platform/server/files/removals.ts";
import { listTemplates } from "../../../messages/server/replies/templates.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { privacyEndpoints } from "../../contract/endpoints.ts";
import { retryLetter } from "../requests/deliveries.ts";
import type { StaffActor } from "../requests/privacy-case.ts";
import {
  addPrivacyRequest,
  assign,
  type ChangeCall,
  changeSeen,
  extend,
  type PrivacyChange,
  type SeenPrivacyRequest,
  sendLink,
  take,
  writeLetter,
} from "./change-request.ts";
import { acceptAuthority, correct } from "./correct-request.ts";
import { confirmByHand, decideOnAppeal, deleteAll, deny, sendCopy } from "./decide-request.ts";
import { countPrivacyRequests, listPrivacyRequestPage } from "./list-requests.ts";
import { readPrivacyRequest } from "./read-request.ts";
import { sendAuthorityFile } from "./send-authority-file.ts";

/** Files that are removed before the answer; a job removes the others soon. */
const maxRemovedNow = 200;

export function privacyHandlers(context: AppContext): DeskHandlers<typeof privacyEndpoints> {
  const { config, database, now } = context;
  const { db, write } = database;
  const reread = (reference: string) =>
    readPrivacyRequest(db, "reference", reference, now(), config);
  const changeCall = <Body>(call: ChangingRequest<Body>): ChangeCall<Body> => ({
    body: call.body,
    actor: staffActorOf(call),
    context,
  });
  const change =
    <Body extends Seen>(perform: PrivacyChange<Body>) =>
    async (call: ChangingRequest<Body>) => {
      await write((trx) => changeSeen(trx, seenBy(call), perform, changeCall(call)));
      return reread(call.request.params.id);
    };
  return {
    list: ({ query: { show, after } }) => listPrivacyRequestPage(db, show, after, now()),
    counts: () => countPrivacyRequests(db, now()),
    add: async (call) =>
      reread(await write((trx) => addPrivacyRequest(trx, call.body, staffActorOf(call), context))),
    read: async (call) => {
      const { id } = call.request.params;
      const found = await reread(id);
      await recordOpening(call, { record: "privacy", target: id }, context);
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
    take: change(take),
    assign: change(assign),
    sendLink: change(sendLink),
    extend: change(extend),
    writeLetter: change(writeLetter),
    confirmIdentity: change(confirmByHand),
    delete: async (call) => {
      const files = await deleteAll(seenBy(call), changeCall(call));
      await removeFiles(fileStoreOf(context), files.slice(0, maxRemovedNow));
      return reread(call.request.params.id);
    },
    sendCopy: change(sendCopy),
    deny: change(deny),
    acceptAuthority: change(acceptAuthority),
    correct: change(correct),
    decideAppeal: change(decideOnAppeal),
    authorityFile: (call) => sendAuthorityFile(call, context),
    retry: async (call) => {
      const actor = staffActorOf(call);
      const caseId = await write((trx) => retryLetter(trx, call.request.params.id, actor, now()));
      return readPrivacyRequest(db, "id", caseId, now(), config);
    },
  };
}

type Seen = Pick<SeenPrivacyRequest, "version">;
type ChangingRequest<Body> = DeskRequest & { readonly body: Body };

function seenBy({ request, body: { version } }: ChangingRequest<Seen>): SeenPrivacyRequest {
  return { reference: request.params.id, version };
}

function staffActorOf({ session, request }: DeskRequest): StaffActor {
  return { ...actorOf(session, request), staffId: session.staffId };
}
