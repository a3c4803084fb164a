import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { providerPicturePath } from "../../../customers/contract/profile.ts";
import { hashPicture } from "../../../customers/server/profile/store.ts";
import type { ApiCall, ApiHandlers } from "../../../integrations/server/api/api-endpoint.ts";
import { checkConditions, etagOf } from "../../../integrations/server/api/conditions.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import {
  isProviderId,
  type ProviderBody,
  type ProviderRecord,
  type providerApiEndpoints,
} from "../../contract/provider-api.ts";
import { emptyProvider } from "../documents.ts";
import { receiveProviderPicture, saveProviderPicture } from "../provider-picture.ts";
import { providersTarget } from "../providers.ts";
import { providerEvent } from "../request-events.ts";

interface Put {
  readonly record: ProviderRecord;
  readonly isNew: boolean;
}

export function providerApiHandlers(context: AppContext): ApiHandlers<typeof providerApiEndpoints> {
  const { database, now } = context;
  const respond = ({ reply }: ApiCall, record: ProviderRecord) => {
    reply.header("etag", etagOf(record));
    return record;
  };
  return {
    async put(call) {
      const id = checkId(call);
      const put = () => database.write((trx) => putProvider(trx, id, call, now()));
      const { record, isNew } = await put().catch((error: unknown) => {
        // Another request added it at the same time.
        if (isUniqueViolation(error)) return put();
        throw error;
      });
      if (isNew) call.reply.code(201).header("location", `/api/v1/providers/${id}`);
      return respond(call, record);
    },
    read: async (call) => respond(call, await requireProvider(database.db, checkId(call))),
    async picture(call) {
      const id = checkId(call);
      const provider = await requireProvider(database.db, id);
      const { request, actor, isDryRun } = call;
      const bytes = await receiveProviderPicture(request.body);
      if (isDryRun) return respond(call, { ...provider, picture: hashPicture(bytes) });
      await saveProviderPicture(context, id, bytes, actor);
      return respond(call, await requireProvider(database.db, id));
    },
  };
}

/** @throws ApiError "invalid" */
function checkId({ request }: ApiCall): string {
  const { id } = request.params;
  if (isProviderId(id)) return id;
  const detail = "A provider’s uid has 1 to 128 letters, digits, - and _.";
  const errors = [{ pointer: "/id", code: "invalid", detail }];
  throw new ApiError("invalid", { message: detail }, { errors });
}

/**
 * Names in stored requests stay.
 * @throws ApiError "precondition-failed"; a unique violation if it was added at the same time
 */
async function putProvider(
  trx: Transaction<Database>,
  id: string,
  { request, actor, body }: ApiCall & { readonly body: ProviderBody },
  now: number,
): Promise<Put> {
  const columns = { name: body.name, markets: [...new Set(body.markets)].join(" ") };
  const added = { ...emptyProvider, ...columns, id, created_at: now, changed_at: now };
  await trx.selectFrom("providers").select("id").where("id", "=", id).forUpdate().execute();
  const before = await readProvider(trx, id);
  checkConditions(request, before);
  if (!before) {
    await trx.insertInto("providers").values(added).execute();
    await emitEvents(trx, [providerEvent("provider.created", id)], now);
    await record(trx, actor, "Added a provider", now);
    return { record: await requireProvider(trx, id), isNew: true };
  }
  if (before.name === columns.name && before.markets.join(" ") === columns.markets) {
    return { record: before, isNew: false };
  }
  await trx
    .updateTable("providers")
    .set(({ eb }) => ({ ...columns, version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .execute();
  await emitEvents(trx, [providerEvent("provider.updated", id)], now);
  await record(trx, actor, "Changed a provider", now);
  return { record: await requireProvider(trx, id), isNew: false };
}

function record(trx: Transaction<Database>, actor: Actor, what: string, now: number) {
  return writeAudit(trx, actor, { kind: "change", what, target: providersTarget }, now);
}

async function readProvider(db: Kysely<Database>, id: string): Promise<ProviderRecord | undefined> {
  const row = await db
    .selectFrom("providers")
    .leftJoin("pictures", (join) => join.on("pictures.path", "=", providerPicturePath(id)))
    .select(["providers.name", "providers.markets", "pictures.hash"])
    .where("providers.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const markets = row.markets.split(" ").filter(Boolean);
  return { uid: id, name: row.name, markets, picture: row.hash };
}

/** @throws ApiError "not-found" */
async function requireProvider(db: Kysely<Database>, id: string): Promise<ProviderRecord> {
  const found = await readProvider(db, id);
  if (!found) throw new ApiError("not-found");
  return found;
}
