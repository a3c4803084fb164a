import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { ApiCall, ApiHandlers } from "../../../integrations/server/api/api-endpoint.ts";
import { etagOf, isKnown } from "../../../integrations/server/api/conditions.ts";
import { type RequestRecord, requestApiEndpoints } from "../../contract/api.ts";
import {
  type Change,
  cancelRequest,
  patchRequest,
  putRequest,
  reopenRequest,
  writeAgain,
} from "./change-requests.ts";
import { listChanged } from "./list-changed.ts";
import { checkExternalId, findByDocument, onlyOne, toRequestRecord } from "./request-record.ts";
import { readBatch, storeBatch } from "./store-batch.ts";

export function requestApiHandlers(context: AppContext): ApiHandlers<typeof requestApiEndpoints> {
  const { database, now } = context;
  const changes = async <Result>(
    { request, actor }: ApiCall,
    run: (change: Change) => Promise<Result>,
  ): Promise<Result> => {
    const id = checkExternalId(request.params.id);
    return writeAgain(database, (trx) => run({ trx, id, request, actor, now: now() }));
  };
  const respond = ({ reply }: ApiCall, record: RequestRecord) => {
    reply.header("etag", etagOf(record));
    return record;
  };
  return {
    async put(call) {
      const { record, isNew } = await changes(call, (change) => putRequest(change, call.body));
      const { reply } = call;
      const location = pathOf(withId(requestApiEndpoints.read, record.externalId));
      if (isNew) reply.code(201).header("location", location);
      return respond(call, record);
    },
    patch: async (call) =>
      respond(call, await changes(call, (change) => patchRequest(change, call.body))),
    cancel: async (call) =>
      respond(call, await changes(call, (change) => cancelRequest(change, call.body.reason))),
    reopen: async (call) => respond(call, await changes(call, reopenRequest)),
    async read(call) {
      const id = checkExternalId(call.request.params.id);
      const rows = await findByDocument(database.db, [id], { locks: false });
      const row = onlyOne(rows.get(id));
      if (!row) throw new ApiError("not-found");
      const record = respond(call, toRequestRecord(row));
      if (isKnown(call.request, record)) call.reply.code(304);
      return record;
    },
    list: ({ query }) => listChanged(database.db, query),
    async batch({ body, query, reply, actor }) {
      const lines = readBatch(body);
      const isAtomic = query.atomic === "true";
      const results = await writeAgain(database, (trx) =>
        storeBatch({ trx, actor, now: now() }, lines, isAtomic),
      );
      reply.type("application/x-ndjson");
      return results
        .map((result, index) => `${JSON.stringify({ line: index + 1, ...result })}\n`)
        .join("");
    },
  };
}
