import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { providerPicturePath } from "../../../customers/contract/profile.ts";
import { sendStoredPicture } from "../../../customers/server/profile/picture-routes.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { requestEndpoints } from "../../contract/desk.ts";
import type { requestImportEndpoints } from "../../contract/import.ts";
import type { providerEndpoints, providerPictureEndpoints } from "../../contract/providers.ts";
import { receiveProviderPicture, saveProviderPicture } from "../provider-picture.ts";
import { addProvider, changeProvider, listProviders } from "../providers.ts";
import {
  addRequest,
  assign,
  book,
  cancel,
  changeRequest,
  complete,
  edit,
  propose,
  type RequestChange,
  reopen,
} from "./change-request.ts";
import { importRequests, previewImport, receiveImport } from "./import-requests.ts";
import { listRequestPage, readRequestCounts } from "./list-requests.ts";
import { findOverlapsOf } from "./overlaps.ts";
import { readRequest } from "./read-request.ts";
import { undoRequest } from "./undo-request.ts";

export function requestHandlers(context: AppContext): DeskHandlers<typeof requestEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  const change =
    <Body extends { readonly version: number }>(perform: RequestChange<Body>) =>
    async ({ body, request, session }: DeskRequest & { readonly body: Body }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      const undo = await write((trx) => changeRequest(perform, { trx, id, body, actor, context }));
      return { ...(await readRequest(db, id, now())), undo };
    };
  return {
    list: ({ query: { after, ...filter } }) => listRequestPage(database, filter, after, now()),
    counts: () => readRequestCounts(db, now()),
    overlaps: async ({ query }) => ({ sentences: await findOverlapsOf(db, query) }),
    read: async (call) => {
      const found = await readRequest(db, call.request.params.id, now());
      await recordOpening(call, { record: "request", target: found.code }, context);
      return found;
    },
    add: async ({ body, request, session }) => {
      const actor = actorOf(session, request);
      let undo: string | undefined;
      try {
        undo = await write((trx) => addRequest(trx, body, actor, context));
      } catch (error) {
        // The same form was sent twice at once: the other one is stored.
        if (!isUniqueViolation(error)) throw error;
      }
      return { ...(await readRequest(db, body.key, now())), undo: undo ?? null };
    },
    edit: change(edit),
    book: change(book),
    propose: change(propose),
    assign: change(assign),
    complete: change(complete),
    cancel: change(cancel),
    reopen: change(reopen),
    undo: ({ body, request, session }) => {
      const actor = actorOf(session, request);
      return write((trx) => undoRequest(trx, body.undo, actor, now()));
    },
  };
}

export function requestImportHandlers(
  context: AppContext,
): DeskHandlers<typeof requestImportEndpoints> {
  const { database, now } = context;
  return {
    preview: async ({ body, query: { fields } }) =>
      previewImport(database.db, await receiveImport(body, fields), now()),
    import: async ({ body, query: { fields }, request, session }) =>
      importRequests(context, await receiveImport(body, fields), actorOf(session, request)),
  };
}

export function providerHandlers(context: AppContext): DeskHandlers<typeof providerEndpoints> {
  const { database, now } = context;
  const { db, write } = database;
  return {
    list: () => listProviders(db),
    add: async ({ body, request, session }) => {
      const actor = actorOf(session, request);
      return { id: await write((trx) => addProvider(trx, body, actor, now())) };
    },
    change: async ({ body, request, session }) => {
      const { id } = request.params;
      const actor = actorOf(session, request);
      await write((trx) => changeProvider(trx, id, body, actor, now()));
      return { id };
    },
    picture: (call) =>
      sendStoredPicture(call, providerPicturePath(call.request.params.id), context),
  };
}

export function providerPictureHandlers(
  context: AppContext,
): DeskHandlers<typeof providerPictureEndpoints> {
  return {
    save: async ({ request, session }) => {
      const { id } = request.params;
      const bytes = await receiveProviderPicture(request.body);
      await saveProviderPicture(context, id, bytes, actorOf(session, request));
      return { id };
    },
  };
}
