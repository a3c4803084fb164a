import type { Kysely } from "kysely";
import { office } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import type { RequestDetail } from "../../contract/desk.ts";
import type { Canceler, HelpKind } from "../../contract/requests.ts";
import { toFields } from "../market-time.ts";
import { describeForCustomer } from "../shown-text.ts";
import { selectLater, toNumbers } from "../store.ts";
import { toRow } from "./list-requests.ts";
import { findOverlaps } from "./overlaps.ts";

/** Lines of a history, the newest, and messages about a request. */
const maxLines = 200;

/** A request with all its details. @throws ApiError "not-found" */
export async function readRequest(
  db: Kysely<Database>,
  id: string,
  now: number,
): Promise<RequestDetail> {
  const row = await db
    .selectFrom("requests")
    .innerJoin("profiles", "profiles.uid", "requests.uid")
    .innerJoin("accounts", "accounts.uid", "requests.uid")
    .leftJoin("providers", "providers.id", "requests.provider_id")
    .selectAll("requests")
    .select(["profiles.first_name", "profiles.last_name", "profiles.city"])
    .select(["accounts.disabled_at", "providers.phone as provider_phone"])
    .where("requests.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new ApiError("not-found");
  const [log, messages, overlaps, later] = await Promise.all([
    readHistory(db, { kind: "request", id }, maxLines),
    db
      .selectFrom("request_messages")
      .innerJoin("submissions", "submissions.id", "request_messages.submission_id")
      .select("submissions.reference")
      .where("request_id", "=", id)
      .orderBy("submissions.id", "desc")
      .limit(maxLines)
      .execute(),
    findOverlaps(db, toNumbers(row)),
    selectLater(db, { id, series: row.series_id, start: Number(row.starts_at ?? now) })
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  const stored = toNumbers(row);
  const timeZone = stored.time_zone || office.timeZone;
  const { starts_at: start, ends_at: end } = stored;
  return {
    ...toRow(row, now),
    kind: row.kind as HelpKind,
    time:
      start === null
        ? null
        : {
            ...toFields(start, timeZone),
            until: end === null ? "" : toFields(end, timeZone).clock,
          },
    wish: row.wish,
    providerId: row.provider_id,
    providerPhone: row.provider_phone ?? "",
    address: row.address,
    phone: row.phone,
    customerNote: row.customer_note,
    providerNote: row.provider_note,
    privateNote: row.private_note,
    source: row.source,
    canceledBy: row.canceled_by as Canceler | "",
    cancelReason: row.cancel_reason,
    feedback: row.feedback as RequestDetail["feedback"],
    createdAt: isoTime(stored.created_at),
    isCustomerLocked: row.disabled_at !== null,
    later: Number(later.count),
    overlaps,
    shown: describeForCustomer(stored),
    messages: messages.map(({ reference }) => reference),
    log,
  };
}
