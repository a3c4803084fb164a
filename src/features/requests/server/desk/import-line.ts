import { createHash } from "node:crypto";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { formatRequestPrice, formatStatus } from "../../../customers/contract/format-request.ts";
import { readDate, readPrice } from "../../../customers/server/requests/request-cells.ts";
import { requestReference } from "../../../customers/server/requests/request-reference.ts";
import { requestDetails } from "../../contract/desk.ts";
import { type ImportField, importFieldNames, importFields } from "../../contract/import.ts";
import { type HelpKind, helpKindNames, helpKinds } from "../../contract/requests.ts";
import { addressOf, emptyRequest } from "../documents.ts";
import { marketOf, timeZoneOf } from "../market-time.ts";
import type { insertRequest } from "../store.ts";
import type { ImportLine } from "./import-file.ts";
import { checkTime, readTimes, toDetailColumns } from "./read-details.ts";

export type ImportRow = Parameters<typeof insertRequest>[1];

export interface ImportCustomer {
  readonly uid: string;
  /** The uid of the account that was named, if it was merged into this one. */
  readonly merged_uid?: string;
  readonly email_key: string;
  readonly support_id: string;
  readonly address_line1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly phone_number: string;
}

interface Known {
  readonly customers: ReadonlyMap<string, ImportCustomer>;
  readonly providers: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  readonly now: number;
}

/** @throws ApiError that says what is wrong with the line */
export function readLine({ cells }: ImportLine, { customers, providers, now }: Known): ImportRow {
  const named = cells.customer ?? "";
  const customer = customers.get(emailKey(named)) ?? customers.get(named.toUpperCase());
  if (!customer) throw wrong("customer", named === "" ? "is empty" : `“${named}” has no account`);
  const providerName = cells.provider ?? "";
  const provider = providers.get(providerName.toLowerCase());
  if (providerName !== "" && !provider) {
    throw wrong("provider", `“${providerName}” is not in the directory`);
  }
  const timeZone = timeZoneOf(customer.zip);
  const isDone = readStatus(cells.status ?? "");
  const day = readDay(cells.day ?? "");
  const time =
    day === "" || isDone
      ? null
      : { day, clock: readClock("clock", cells.clock), until: readClock("until", cells.until) };
  if (time?.clock === "") throw wrong("clock", "is empty, but there is a day");
  const details = requestDetails.safeParse({
    title: cells.title ?? "",
    kind: readKind(cells.kind ?? ""),
    time,
    providerId: provider?.id ?? "",
    price: readCents(cells.price ?? ""),
    address: cells.address || addressOf(customer),
    phone: cells.phone || customer.phone_number,
    providerNote: cells.providerNote ?? "",
    privateNote: cells.privateNote ?? "",
  });
  if (!details.success) {
    const [name] = details.error.issues[0]?.path ?? [];
    const field = importFields.find((one) => one === name) ?? "day";
    throw wrong(field, "is empty, too long, or has characters that cannot be stored");
  }
  const { uid } = customer;
  const id = idOf(customer.merged_uid ?? uid, cells);
  return {
    ...emptyRequest,
    ...toDetailColumns(details.data),
    ...readTimes(details.data.time, timeZone, undefined, now),
    provider_id: provider?.id ?? "",
    provider_name: provider?.name ?? "",
    state: isDone ? "done" : "booked",
    completed_at: isDone ? readCompleted(day, cells.clock, timeZone, now) : null,
    id,
    uid,
    document_id: id,
    reference: requestReference({ uid, id }),
    time_zone: timeZone,
    market: marketOf(customer.zip),
    source: "import",
    created_at: now,
  };
}

/** The same for the same cells of the same customer, so that a file sent twice adds nothing. */
function idOf(uid: string, cells: ImportLine["cells"]): string {
  const contents = JSON.stringify([uid, Object.entries(cells).sort()]);
  return `csv-${createHash("sha256").update(contents).digest("hex").slice(0, 32)}`;
}

function readStatus(cell: string): boolean {
  const word = cell.toLowerCase();
  const is = (requestCompleted: boolean, ...others: readonly string[]) =>
    [formatStatus({ requestCompleted }).toLowerCase(), ...others].includes(word);
  if (is(true, "done", "true", "yes")) return true;
  if (is(false, "", "booked", "open", "false", "no")) return false;
  throw wrong("status", `“${cell}” is neither In Progress nor Completed`);
}

/** @returns YYYY-MM-DD, or "" */
function readDay(cell: string): string {
  if (cell === "") return "";
  const time = readDate(cell);
  if (time === undefined)
    throw wrong("day", `“${cell}” is no day such as 2026-12-31 or 12/31/2026`);
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** Reads "14:00" and "2:00 pm". @returns HH:MM, or "" */
function readClock(field: "clock" | "until", cell = ""): string {
  if (cell === "") return "";
  const [, hour = "", minute = "00", half] =
    /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(cell) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  if (hour === "" || hours > 23 || Number(minute) > 59) {
    throw wrong(field, `“${cell}” is no time such as 14:00 or 2:00 pm`);
  }
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

function readKind(cell: string): HelpKind {
  const word = cell.toLowerCase();
  if (word === "") return "other";
  const found = helpKindNames.find((one) => one === word || helpKinds[one].toLowerCase() === word);
  if (!found)
    throw wrong("kind", `“${cell}” is not one of: ${Object.values(helpKinds).join(", ")}`);
  return found;
}

function readCents(cell: string): number | null {
  if (cell === "" || cell.toLowerCase() === formatRequestPrice({ price: null }).toLowerCase()) {
    return null;
  }
  const price = readPrice(cell);
  if (price === undefined || price < 0) throw wrong("price", `“${cell}” is no price such as 18.50`);
  return Math.round(price * 100);
}

/** Without a time, at noon. */
function readCompleted(
  day: string,
  clock: string | undefined,
  timeZone: string,
  now: number,
): number {
  if (day === "") throw wrong("day", "is empty, but the request is completed");
  const at = checkTime(day, readClock("clock", clock) || "12:00", timeZone, "first");
  if (at > now) throw wrong("day", "is still to come, but the request is completed");
  return at;
}

function wrong(field: ImportField, why: string): ApiError {
  return new ApiError("invalid", { message: `${importFieldNames[field]} ${why}.` });
}
