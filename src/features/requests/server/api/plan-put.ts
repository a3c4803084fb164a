import { ApiError } from "../../../../platform/server/api-error.ts";
import type { NamedCustomer } from "../../../customers/server/customer-refs.ts";
import { requestReference } from "../../../customers/server/requests/request-reference.ts";
import type { RequestBody } from "../../contract/api.ts";
import { findEdit } from "../desk/read-details.ts";
import { addressOf, emptyRequest } from "../documents.ts";
import { step } from "../event-words.ts";
import { marketOf, timeZoneOf } from "../market-time.ts";
import type { StoredChange } from "../store.ts";
import type { RequestTable } from "../tables.ts";

type Fields = Partial<Omit<RequestBody, "customer">>;

/** The row of a request that a program delivers for the first time. */
export function planNew(
  id: string,
  customer: NamedCustomer,
  fields: Omit<RequestBody, "customer">,
  now: number,
): StoredChange {
  const { uid, zip } = customer;
  checkDay(fields, fields);
  const row = {
    ...emptyRequest,
    ...toColumns(fields),
    id,
    uid,
    document_id: id,
    reference: requestReference({ uid, id }),
    time_zone: timeZoneOf(zip),
    market: marketOf(zip),
    address: addressOf(customer),
    phone: customer.phone_number,
    source: "api",
    created_at: now,
  };
  return { row, happened: step("added") };
}

/**
 * What fields change of a stored request; undefined if nothing.
 * @throws ApiError "canceled", "invalid"
 */
export function planChange(before: RequestTable, fields: Fields): StoredChange | undefined {
  const stored = fieldsOf(before);
  const { price = stored.price } = fields;
  const isTakenBack = stored.requestCompleted && fields.requestCompleted === false;
  const sent = {
    ...stored,
    ...(isTakenBack && { dateCompleted: null }),
    ...fields,
    price: price === null ? null : toCents(price) / 100,
  };
  checkDay(fields, sent);
  const names = Object.keys(stored) as (keyof typeof stored)[];
  if (names.every((name) => sent[name] === stored[name])) return undefined;
  if (before.state === "canceled") throw new ApiError("canceled");
  const { completed_at, ...others } = toColumns(sent);
  // Staff may have entered a fraction of a second, which no document has.
  const isMoved = sent.dateCompleted !== stored.dateCompleted;
  const columns = { ...others, completed_at: isMoved ? completed_at : before.completed_at };
  const isReopened = before.state === "done" && columns.state !== "done";
  const isCompleted = before.state !== "done" && columns.state === "done";
  const changed = { ...columns, ...(isReopened && { feedback: "" }) };
  const row = { ...before, ...changed, version: before.version + 1 };
  const from = before.state;
  if (isCompleted) return { row, from, happened: step("completed") };
  if (isReopened) return { row, from, happened: step("reopened") };
  return { row, from, happened: { kind: "request.edited", data: findEdit(before, changed) } };
}

/** @throws ApiError "invalid" for the day of a request that is not completed */
function checkDay(sent: Fields, { requestCompleted }: Pick<RequestBody, "requestCompleted">): void {
  if (requestCompleted || (sent.dateCompleted ?? null) === null) return;
  const detail = "A request that is not completed has no day: send null.";
  const errors = [{ pointer: "/dateCompleted", code: "invalid", detail }];
  throw new ApiError("invalid", { message: detail }, { errors });
}

function toColumns(fields: Omit<RequestBody, "customer">) {
  const { price, dateCompleted } = fields;
  return {
    title: fields.requestTitle,
    provider_name: fields.assignedTo,
    provider_id: fields.assignedToUid,
    state: fields.requestCompleted ? "done" : "booked",
    completed_at: dateCompleted === null ? null : dateCompleted * 1000,
    price_cents: price === null ? null : toCents(price),
  };
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

function fieldsOf(row: RequestTable): Omit<RequestBody, "customer"> {
  return {
    requestTitle: row.title,
    assignedTo: row.provider_name,
    assignedToUid: row.provider_id,
    requestCompleted: row.state === "done",
    dateCompleted: row.completed_at === null ? null : Math.floor(row.completed_at / 1000),
    price: row.price_cents === null ? null : row.price_cents / 100,
  };
}
