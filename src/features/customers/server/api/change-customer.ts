import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { checkConditions } from "../../../integrations/server/api/conditions.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { CustomerChange, CustomerRecord } from "../../contract/api.ts";
import { storeCorrection } from "../accounts/account-actions.ts";
import { listNamed } from "../customer-refs.ts";
import { readRecords } from "./customer-record.ts";

/** A change of one customer by a program. Nothing is emailed: the program tells its customers. */
export interface Change {
  readonly trx: Transaction<Database>;
  readonly uid: string;
  readonly request: Pick<FastifyRequest, "headers">;
  readonly by: Actor;
  readonly now: number;
}

/**
 * A customer, locked; an account that was merged into another one is that.
 * @throws ApiError "not-found"
 */
export async function lockCustomer(
  trx: Transaction<Database>,
  named: string,
): Promise<{ readonly uid: string; readonly support_id: string; readonly version: number }> {
  const [found] = await listNamed(trx, { uid: named });
  const locked =
    found &&
    (await trx
      .selectFrom("profiles")
      .select(["uid", "version"])
      .where("uid", "=", found.uid)
      .forUpdate()
      .executeTakeFirst());
  if (!locked) throw new ApiError("not-found");
  return { ...locked, support_id: found.support_id };
}

/** @throws ApiError "not-found", "precondition-failed" */
export async function changeCustomer(
  { trx, uid: named, request, by, now }: Change,
  sent: CustomerChange,
): Promise<CustomerRecord> {
  const account = await lockCustomer(trx, named);
  checkConditions(request, await readRecord(trx, account.uid));
  const { phone, ...others } = sent;
  const changes = { ...others, ...(phone !== undefined && { phoneNumber: phone }) };
  await storeCorrection({ trx, account, by, now }, { version: account.version, changes });
  return readRecord(trx, account.uid);
}

/** @throws ApiError "not-found" */
export async function readRecord(db: Transaction<Database>, uid: string): Promise<CustomerRecord> {
  const [record] = await readRecords(db, [uid]);
  if (!record) throw new ApiError("not-found");
  return record;
}
