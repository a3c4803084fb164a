import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  isMissingReference,
  isUniqueViolation,
} from "../../../../platform/server/db/unique-violation.ts";
import { findNamed } from "../../../customers/server/customer-refs.ts";
import { checkConditions } from "../../../integrations/server/api/conditions.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { RequestBody, RequestRecord } from "../../contract/api.ts";
import { canceledColumns, reopenedColumns } from "../desk/change-request.ts";
import { noteProviders } from "../documents.ts";
import { step } from "../event-words.ts";
import { insertRequests, type StoredChange, saveRequest, saveRequests } from "../store.ts";
import type { RequestTable } from "../tables.ts";
import { planChange, planNew } from "./plan-put.ts";
import { findByDocument, onlyOne, toRequestRecord } from "./request-record.ts";

/** A change of one request by a program. Nobody is emailed: the program tells its customers. */
export interface Change {
  readonly trx: Transaction<Database>;
  readonly id: string;
  readonly request: Pick<FastifyRequest, "headers">;
  readonly actor: Actor;
  readonly now: number;
}

export interface Put {
  readonly record: RequestRecord;
  readonly isNew: boolean;
}

/**
 * Stores a request under an id, new or in place of what is stored.
 * @throws ApiError "unknown-customer", "ambiguous-customer", "ambiguous-id", "customer-differs",
 * "canceled", "precondition-failed"; a unique violation if it was added at the same time
 */
export async function putRequest(change: Change, body: RequestBody): Promise<Put> {
  const { trx, id, request, now } = change;
  const { customer: ref, ...fields } = body;
  const find = await findNamed(trx, [ref]);
  const rows = (await findByDocument(trx, [id], { locks: true })).get(id);
  const before = pickOf(rows, () => find(ref).uid);
  checkConditions(request, before && toRequestRecord(before));
  const customer = find(ref);
  if (!before) {
    const [row] = await storeChanges({ ...change, added: [planNew(id, customer, fields, now)] });
    return { record: toRequestRecord(row as RequestTable), isNew: true };
  }
  checkPut(before, customer.uid);
  const planned = planChange(before, fields);
  const [row = before] = planned ? await storeChanges({ ...change, saved: [planned] }) : [];
  return { record: toRequestRecord(row), isNew: false };
}

/** Of several with the same id: the customer's own. @throws ApiError "ambiguous-id" */
export function pickOf(
  rows: readonly RequestTable[] | undefined,
  uid: () => string,
): RequestTable | undefined {
  if (!rows || rows.length < 2) return rows?.[0];
  const own = uid();
  return rows.find((row) => row.uid === own) ?? onlyOne(rows);
}

/** @throws ApiError "customer-differs", "canceled" */
export function checkPut(before: RequestTable, uid: string): void {
  if (before.uid !== uid) throw new ApiError("customer-differs");
  if (before.state === "canceled") throw new ApiError("canceled");
}

interface Changes extends Omit<Change, "id" | "request"> {
  readonly added?: readonly StoredChange[];
  readonly saved?: readonly StoredChange[];
  readonly isPart?: boolean;
}

/** Stores planned changes, their documents, histories and providers. */
export async function storeChanges(changes: Changes): Promise<RequestTable[]> {
  const { trx, added = [], saved = [], actor, now, isPart = false } = changes;
  const who = { actor, now, isPart };
  const rows = [
    ...(await insertRequests(trx, added, who)),
    ...(await saveRequests(trx, saved, who)),
  ];
  const assigned = rows.map((row) => ({
    assigned_to_uid: row.provider_id,
    assigned_to: row.provider_name,
  }));
  await noteProviders(trx, assigned, now);
  return rows;
}

/** A stored request, locked. @throws ApiError "precondition-failed", "not-found", "ambiguous-id" */
async function lockOne({ trx, id, request }: Change): Promise<RequestTable> {
  const before = onlyOne((await findByDocument(trx, [id], { locks: true })).get(id));
  checkConditions(request, before && toRequestRecord(before));
  if (!before) throw new ApiError("not-found");
  return before;
}

/** @throws ApiError also "canceled", "customer-differs", "unknown-customer", "ambiguous-customer" */
export async function patchRequest(
  change: Change,
  { customer: ref, ...fields }: Partial<RequestBody>,
): Promise<RequestRecord> {
  const before = await lockOne(change);
  if (ref) {
    const { uid } = (await findNamed(change.trx, [ref]))(ref);
    if (uid !== before.uid) throw new ApiError("customer-differs");
  }
  const planned = planChange(before, fields);
  const [row = before] = planned ? await storeChanges({ ...change, saved: [planned] }) : [];
  return toRequestRecord(row);
}

/** Cancels it. What was completed is no longer: the document is in progress, without a day. */
export async function cancelRequest(change: Change, reason: string): Promise<RequestRecord> {
  const before = await lockOne(change);
  if (before.state === "canceled") return toRequestRecord(before);
  const { trx, actor, now } = change;
  const columns = { ...canceledColumns("us", reason, now), completed_at: null, feedback: "" };
  const happened = { kind: "request.canceled", data: { by: "us" } } as const;
  return toRequestRecord(await saveRequest(trx, before, columns, { ...happened, actor, now }));
}

export async function reopenRequest(change: Change): Promise<RequestRecord> {
  const before = await lockOne(change);
  if (before.state !== "canceled" && before.state !== "done") return toRequestRecord(before);
  const { trx, actor, now } = change;
  const noted = { ...step("reopened"), actor, now };
  return toRequestRecord(await saveRequest(trx, before, reopenedColumns(before), noted));
}

/**
 * Runs a transaction that may add requests, again if one of them was added, or the customer deleted,
 * at the same time.
 * @throws ApiError "id-taken" if the id belongs to a request that is no document
 */
export async function writeAgain<Result>(
  { write }: Pick<DatabaseClient, "write">,
  job: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  try {
    return await write(job);
  } catch (error) {
    if (!isUniqueViolation(error) && !isMissingReference(error)) throw error;
  }
  try {
    return await write(job);
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError("id-taken") : error;
  }
}
