import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toCsvHeader } from "../../../../platform/server/parsing/csv.ts";
import { toExportLine, toExportTime } from "../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../staff/server/access/send-export.ts";
import type { SubscriberFilter, SubscriberRow } from "../../contract/newsletter-desk.ts";
import { subscriberSourceNames, subscriberStateNames } from "../../contract/subscriber-states.ts";
import { listSubscribers } from "./list-subscribers.ts";

/** Addresses that an export reads per page. */
const exportPageSize = 500;

const columns = ["email", "state", "since", "source", "page", "note"] as const;

/** Streams every matching address, page by page, so that memory use is constant. */
export async function* exportSubscribers(
  db: Kysely<Database>,
  filter: SubscriberFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvHeader(columns, ["since"]);
  let after: string | undefined;
  do {
    const { subscribers, next } = await listSubscribers(db, filter, after, exportPageSize);
    yield subscribers.map((row) => toExportLine(columns, toCells(row), format)).join("");
    after = next ?? undefined;
  } while (after !== undefined);
}

function toCells({ email, state, since, source, page, how }: SubscriberRow): unknown[] {
  return [
    email,
    subscriberStateNames[state],
    toExportTime(since),
    subscriberSourceNames[source],
    page,
    how,
  ];
}
