import type { Kysely } from "kysely";
import { office } from "../../../../brand.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../../platform/server/values/iso-time.ts";
import type { CustomerRequest } from "../../contract/customers.ts";

/** Requests that are shown, at most, of those that are booked and of those that are not. */
const maxRequests = 200;

/** What a customer asked for, then what is booked, in progress first. */
export async function readRequests(db: Kysely<Database>, uid: string): Promise<CustomerRequest[]> {
  const [asked, booked] = await Promise.all([
    db
      .selectFrom("requests")
      .selectAll()
      .where("uid", "=", uid)
      .where("document_id", "is", null)
      .where("state", "in", ["asked", "proposed"])
      .orderBy("created_at", "desc")
      .limit(maxRequests)
      .execute(),
    db
      .selectFrom("completed_requests as documents")
      .leftJoin("requests", (join) =>
        join
          .onRef("requests.uid", "=", "documents.uid")
          .onRef("requests.document_id", "=", "documents.id"),
      )
      .selectAll("documents")
      .select(["requests.id as desk_id", "requests.state"])
      .select(["requests.starts_at", "requests.ends_at", "requests.time_zone"])
      .where("documents.uid", "=", uid)
      .orderBy("documents.request_completed")
      .orderBy("documents.created_at", "desc")
      .orderBy("documents.id", "desc")
      .limit(maxRequests)
      .execute(),
  ]);
  return [
    ...asked.map((row) => ({
      id: row.id,
      deskId: row.id,
      stateName: row.state === "asked" ? "Asked" : "Customer decides",
      reference: row.reference,
      title: row.title,
      provider: row.provider_name,
      isCompleted: false,
      completedAt: null,
      ...timeOf(row),
      addedAt: isoTime(row.created_at),
      price: row.price_cents === null ? null : Number(row.price_cents) / 100,
    })),
    ...booked.map((row) => {
      const isCompleted = Number(row.request_completed) === 1;
      const isCanceled = row.state === "canceled";
      return {
        id: row.id,
        deskId: row.desk_id,
        stateName: isCanceled ? "Canceled" : isCompleted ? "Completed" : "In progress",
        reference: row.reference,
        title: row.request_title,
        provider: row.assigned_to,
        isCompleted: isCompleted || isCanceled,
        completedAt: row.date_completed === null ? null : isoTime(row.date_completed * 1000),
        ...timeOf(row),
        addedAt: isoTime(row.created_at),
        price: row.price_cents === null ? null : row.price_cents / 100,
      };
    }),
  ];
}

function timeOf(row: {
  readonly starts_at: number | null;
  readonly ends_at: number | null;
  readonly time_zone: string | null;
}) {
  const { starts_at, ends_at, time_zone } = row;
  return {
    startsAt: timeOrNull(starts_at),
    endsAt: timeOrNull(ends_at),
    timeZone: time_zone ?? office.timeZone,
  };
}
