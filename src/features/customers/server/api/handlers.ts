import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import type { ApiCall, ApiHandlers } from "../../../integrations/server/api/api-endpoint.ts";
import { etagOf } from "../../../integrations/server/api/conditions.ts";
import { type CustomerRecord, customerApiEndpoints } from "../../contract/api.ts";
import { insertCustomer } from "../accounts/add-customer.ts";
import { listNamed } from "../customer-refs.ts";
import { type Change, changeCustomer, readRecord } from "./change-customer.ts";
import { findUids, readRecords } from "./customer-record.ts";
import { linkExternalId } from "./link-external-id.ts";

/** Customers for programs, by the functions that the desk uses. */
export function customerApiHandlers(context: AppContext): ApiHandlers<typeof customerApiEndpoints> {
  const { database, now } = context;
  const { db } = database;
  const changeOf = ({ request, actor: by }: ApiCall): Omit<Change, "trx"> => ({
    uid: request.params.id,
    request,
    by,
    now: now(),
  });
  const respond = ({ reply }: ApiCall, record: CustomerRecord) => {
    reply.header("etag", etagOf(record));
    return record;
  };
  /** @throws ApiError "email-taken" if another customer has it */
  const rejectTaken = async (email: string) => {
    const [other] = await listNamed(db, { email });
    if (other) throw new ApiError("email-taken", {}, { uid: other.uid });
  };
  return {
    find: async ({ query }) => ({ customers: await readRecords(db, await findUids(db, query)) }),
    async read(call) {
      const [found] = await listNamed(db, { uid: call.request.params.id });
      const [record] = found ? await readRecords(db, [found.uid]) : [];
      if (!record) throw new ApiError("not-found");
      return respond(call, record);
    },
    async create(call) {
      const { body, reply, actor: by, key: uid } = call;
      const { values, invite: isInvited } = body;
      // Stored by a try whose response did not arrive.
      const [before] = await readRecords(db, [uid]);
      if (!before) await rejectTaken(values.email);
      const record = before ?? (await add());
      reply.header("location", pathOf(withId(customerApiEndpoints.read, uid)));
      return respond(call, record);

      async function add() {
        try {
          return await database.write(async (trx) => {
            await insertCustomer(trx, { uid, values, by, isInvited }, context);
            return readRecord(trx, uid);
          });
        } catch (error) {
          const isTaken = error instanceof ApiError && error.body.code === "email-already-in-use";
          if (isTaken || isUniqueViolation(error)) await rejectTaken(values.email);
          throw error;
        }
      }
    },
    change: async (call) =>
      respond(
        call,
        await database.write((trx) => changeCustomer({ ...changeOf(call), trx }, call.body)),
      ),
    async link(call) {
      const external = { system: call.request.params.system, id: call.body.id };
      const link = () =>
        database.write(async (trx) => {
          const { uid, isNew } = await linkExternalId({ ...changeOf(call), trx }, external);
          return { record: await readRecord(trx, uid), isNew };
        });
      const { record, isNew } = await link().catch((error: unknown) => {
        // Another request linked the id at the same time.
        if (isUniqueViolation(error)) return link();
        throw error;
      });
      if (isNew) call.reply.code(201);
      return respond(call, record);
    },
  };
}
