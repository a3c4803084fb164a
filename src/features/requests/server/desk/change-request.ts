import type { Transaction } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { requestReference } from "../../../customers/server/requests/request-reference.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { issueUndo } from "../../../staff/server/undo-tokens.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { requestEndpoints } from "../../contract/desk.ts";
import { checkRepeat, listRepeatDays } from "../../contract/repeat.ts";
import { addressOf, emptyRequest } from "../documents.ts";
import { type NoticeContext, tellCustomer } from "../emails.ts";
import { step } from "../event-words.ts";
import { marketOf, timeZoneOf } from "../market-time.ts";
import {
  conflictOf,
  insertRequest,
  lockRequest,
  reject,
  saveRequest,
  selectLater,
  type Traces,
  toNumbers,
} from "../store.ts";
import type { RequestTable } from "../tables.ts";
import {
  checkTime,
  findEdit,
  type ReadBody,
  readDetails,
  readProvider,
  readTimes,
  zoneOf,
} from "./read-details.ts";

type Added = InputOf<(typeof requestEndpoints)["add"]>["body"];

/**
 * Books help for a customer; once for each key. @returns the token of its undo; undefined if it was known
 * @throws ApiError "not-found" without such a customer; "invalid"
 */
export async function addRequest(
  trx: Transaction<Database>,
  body: Added,
  actor: Actor,
  context: NoticeContext,
): Promise<string | undefined> {
  const { customerId: uid, key: id, tellsCustomer } = body;
  const now = context.now();
  const known = await trx
    .selectFrom("requests")
    .select("uid")
    .where("id", "=", id)
    .executeTakeFirst();
  if (known) {
    if (known.uid !== uid) throw new ApiError("conflict");
    return undefined;
  }
  const customer = await trx
    .selectFrom("profiles")
    .select(["zip", "address_line1", "city", "state", "phone_number"])
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!customer) throw reject("There is no such customer.", "customerId");
  const timeZone = timeZoneOf(customer.zip);
  const times = listTimes(body);
  const stored: RequestTable[] = [];
  const traces: Traces = { rows: [], events: [], emails: [] };
  for (const [index, time] of times.entries()) {
    const ownId = index === 0 ? id : `${id}.${index}`;
    const row = {
      ...emptyRequest,
      ...(await readDetails(trx, { ...body, time }, timeZone, undefined, now)),
      address: body.address || addressOf(customer),
      phone: body.phone || customer.phone_number,
      id: ownId,
      uid,
      document_id: ownId,
      reference: requestReference({ uid, id: ownId }),
      state: "booked",
      time_zone: timeZone,
      market: marketOf(customer.zip),
      source: "desk",
      series_id: times.length > 1 ? id : "",
      created_at: now,
    };
    stored.push(await insertRequest(trx, row, { ...step("added"), actor, now, traces }));
  }
  const [first] = stored;
  const held = { forMs: undoLifetimeMs, ids: traces.emails };
  if (tellsCustomer && first) {
    await tellCustomer(trx, first, "booked", { ...context, held }, stored.slice(1));
  }
  return issueUndo({ trx, kind: "undo-request", actor, now }, traces);
}

/** When each one is. @throws ApiError "invalid" if it cannot repeat so */
function listTimes({ time, repeat }: Added): readonly Added["time"][] {
  if (repeat === null) return [time];
  const error = checkRepeat(time?.day ?? "", repeat);
  if (error !== undefined || !time) throw reject(error ?? "Choose the day.", "repeat");
  return listRepeatDays(time.day, repeat)
    .filter((day) => !repeat.without.includes(day))
    .map((day, index) => ({
      ...time,
      day,
      // Staff are asked about the first one only.
      choice: time.choice ?? (index > 0 ? "first" : undefined),
    }));
}

/** A change of a request that is locked and was not changed since staff saw it. */
interface Call<Body = unknown> {
  readonly trx: Transaction<Database>;
  readonly before: RequestTable;
  /** Saves columns of it, or of another one that is locked. */
  readonly save: (
    columns: Partial<RequestTable>,
    happened: Happening,
    other?: RequestTable,
  ) => Promise<RequestTable>;
  readonly body: Body;
  readonly context: NoticeContext;
}

export type RequestChange<Body> = (call: Call<Body>) => Promise<void>;

/**
 * Makes a change of a request.
 * @returns the token of its undo
 * @throws ApiError "not-found", "case-changed", "invalid" if its state does not allow it
 */
export async function changeRequest<Body extends { readonly version: number }>(
  change: RequestChange<Body>,
  { trx, id, body, actor, context }: ChangeOf<Body>,
): Promise<string> {
  const before = await lockRequest(trx, id);
  if (before.version !== body.version) throw await conflictOf(trx, id);
  const now = context.now();
  const traces: Traces = { rows: [], events: [], emails: [] };
  const save: Call["save"] = (columns, happened, other = before) =>
    saveRequest(trx, other, columns, { ...happened, actor, now, traces });
  const held = { forMs: undoLifetimeMs, ids: traces.emails };
  await change({ trx, before, save, body, context: { ...context, held } });
  return issueUndo({ trx, kind: "undo-request", actor, now }, traces);
}

interface ChangeOf<Body> extends Pick<Call<Body>, "trx" | "body" | "context"> {
  readonly id: string;
  readonly actor: Actor;
}

export async function edit({
  trx,
  before,
  save,
  body,
  context,
}: Call<ReadBody<"edit">>): Promise<void> {
  if (before.state === "canceled") throw reject("This request is canceled. Reopen it first.");
  const columns = await readDetails(trx, body, zoneOf(before), before, context.now());
  const edit = { kind: "request.edited", data: findEdit(before, columns) } as const;
  const after = await save(columns, edit);
  if (before.state !== "booked") return;
  const isMoved =
    after.starts_at !== before.starts_at ||
    after.ends_at !== before.ends_at ||
    after.price_cents !== before.price_cents;
  if (isMoved) await tellCustomer(trx, after, "changed", context);
  else await tellProvider(trx, before, after, context);
}

export async function book({ trx, before, save, context }: Call): Promise<void> {
  if (before.state !== "asked" && before.state !== "proposed")
    throw reject("It is booked already.");
  const after = await save(bookedColumns(before), step("booked"));
  await tellCustomer(trx, after, "booked", context);
}

/** What changes when a request that a customer asked for is booked. */
export function bookedColumns({ id }: RequestTable): Partial<RequestTable> {
  return { state: "booked", document_id: id, due_at: null };
}

export async function propose({
  trx,
  before,
  save,
  body,
  context,
}: Call<ReadBody<"propose">>): Promise<void> {
  if (before.state !== "asked" && before.state !== "proposed")
    throw reject("It is booked already.");
  if (!body.time) throw reject("Choose the day and the time.", "day");
  const times = readTimes(body.time, zoneOf(before), undefined, context.now());
  const columns = { ...times, price_cents: body.price, state: "proposed", due_at: null };
  const after = await save(columns, step("proposed"));
  await tellCustomer(trx, after, "proposed", context);
}

export async function assign({
  trx,
  before,
  save,
  body,
  context,
}: Call<ReadBody<"assign">>): Promise<void> {
  if (before.state === "done" || before.state === "canceled") {
    throw reject("This request is closed. Reopen it first.");
  }
  const provider = await readProvider(trx, body.providerId, before);
  const data = { to: provider.provider_name };
  const after = await save(provider, { kind: "request.provider", data });
  if (before.state === "booked") await tellProvider(trx, before, after, context);
}

async function tellProvider(
  trx: Transaction<Database>,
  before: RequestTable,
  after: RequestTable,
  context: NoticeContext,
): Promise<void> {
  const isNew = after.provider_id !== before.provider_id && after.provider_id !== "";
  if (isNew) await tellCustomer(trx, after, "assigned", context);
}

export async function complete(call: Call<ReadBody<"complete">>): Promise<void> {
  const { trx, before, save, body, context } = call;
  if (before.state === "done") throw reject("This request is already completed.");
  if (before.state !== "booked") throw reject("Only a booked request can be completed.");
  const now = context.now();
  const { day, clock, choice } = body;
  const completed = checkTime(day, clock, zoneOf(before), choice);
  if (completed > now) throw reject("That time is still to come.", "clock");
  if (before.starts_at !== null && completed < before.starts_at) {
    throw reject("That is before it began.", "clock");
  }
  const columns = { state: "done", completed_at: completed, price_cents: body.price };
  const after = await save(columns, step("completed"));
  if (body.sendsReceipt) await tellCustomer(trx, after, "receipt", context);
}

export async function reopen({ before, save }: Call): Promise<void> {
  if (before.state !== "done" && before.state !== "canceled") throw reject("It is open already.");
  await save(reopenedColumns(before), step("reopened"));
}

export function reopenedColumns({ document_id: id }: RequestTable): Partial<RequestTable> {
  const closed = { completed_at: null, canceled_at: null, canceled_by: "", cancel_reason: "" };
  return { ...closed, state: id === null ? "asked" : "booked", feedback: "" };
}

export async function cancel(call: Call<ReadBody<"cancel">>): Promise<void> {
  const { trx, before, save, body, context } = call;
  if (before.state === "canceled") throw reject("This request is already canceled.");
  if (before.state === "done") throw reject("This request is completed. Reopen it first.");
  const columns = canceledColumns(body.by, body.reason, context.now());
  const event = { kind: "request.canceled", data: { by: body.by } } as const;
  const after = await save(columns, event);
  const canceled: RequestTable[] = [];
  for (const one of body.withLater ? await lockLater(trx, before) : []) {
    canceled.push(await save(columns, event, one));
  }
  await tellCustomer(trx, after, "canceled", context, canceled);
}

/** The booked ones of its series that come later, locked. */
async function lockLater(
  trx: Transaction<Database>,
  { id, series_id: series, starts_at: start }: RequestTable,
): Promise<RequestTable[]> {
  if (series === "" || start === null) return [];
  const rows = await selectLater(trx, { id, series, start }).selectAll().forUpdate().execute();
  return rows.map(toNumbers);
}

export function canceledColumns(by: string, reason: string, now: number): Partial<RequestTable> {
  return {
    state: "canceled",
    canceled_by: by,
    cancel_reason: reason,
    canceled_at: now,
    due_at: null,
  };
}
