import type { FastifyInstance } from "fastify";
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type Metric, toMetrics } from "../../../../platform/server/http/metrics.ts";
import type { JobDefinition } from "../../../../platform/server/jobs/jobs.ts";

const megabyte = 1024 * 1024;

/** Disk space for visitors' résumés, in bytes. */
const resumeQuotas = {
  /**
   * For one network address, such as a residence or a library: its unsent drafts, and what it sent
   * in the last day, with documents.
   */
  addressBytes: 200 * megabyte,
  /** For all unsent drafts together; their files are deleted after a day. */
  unsentBytes: 4096 * megabyte,
};
const warnAtShare = 0.8;
const retryAfterSeconds = hours(1) / 1000;

/** Sums the bytes of résumés in rows. */
async function sumResumes(
  db: Kysely<Database>,
): Promise<{ readonly unsent: number; readonly sent: number }> {
  const rows = await db
    .selectFrom("applications")
    .select(["status", sumBytes])
    .where("resume_file", "is not", null)
    .groupBy("status")
    .execute();
  const sums = { unsent: 0, sent: 0 };
  for (const { status, bytes } of rows)
    sums[status === "draft" ? "unsent" : "sent"] += Number(bytes);
  return sums;
}

const sumBytes = (eb: ExpressionBuilder<Database, "applications">) =>
  eb.fn.coalesce(eb.fn.sum<number>("resume_bytes"), sql<number>`0`).as("bytes");

/**
 * Checks the quotas, in the transaction that stores a new résumé's row. Counts rows, so that
 * restarts do not reset it and all nodes share it.
 * @param id the draft, whose earlier file does not count
 * @throws ApiError "too-many" if the address is over its quota, "storage-full" if all together are
 */
export async function requireResumeQuota(
  trx: Transaction<Database>,
  { id, bytes, addressHash }: ResumeToCount,
  { disk, now }: Pick<AppContext, "disk" | "now">,
): Promise<void> {
  const unsent = await trx
    .selectFrom("applications")
    .select(sumBytes)
    .where("status", "=", "draft")
    .where("id", "!=", id)
    .executeTakeFirstOrThrow();
  if (Number(unsent.bytes) + bytes > resumeQuotas.unsentBytes) {
    disk.rejected.unsentQuota += 1;
    throw new ApiError("storage-full");
  }
  await requireAddressQuota(trx, { id, bytes, addressHash }, { disk, now });
}

/**
 * Checks the quota of a network address, which documents of sent applications count in too: for the
 * day, at the address from which the application came.
 * @throws ApiError "too-many"
 */
export async function requireAddressQuota(
  trx: Transaction<Database>,
  { id, bytes, addressHash }: ResumeToCount,
  { disk, now }: Pick<AppContext, "disk" | "now">,
): Promise<void> {
  if (addressHash === undefined) return;
  const own = await trx
    .selectFrom("applications")
    .select(sumBytes)
    .where("address_hash", "=", addressHash)
    .where("id", "!=", id)
    .where((row) =>
      row.or([row("status", "=", "draft"), row("submitted_at", ">", now() - days(1))]),
    )
    .executeTakeFirstOrThrow();
  const documents = await trx
    .selectFrom("application_documents")
    .innerJoin("applications", "applications.id", "application_documents.application_id")
    .select(({ fn }) => fn.sum<number | null>("application_documents.size").as("bytes"))
    .where("applications.address_hash", "=", addressHash)
    .where("application_documents.at", ">", now() - days(1))
    .executeTakeFirstOrThrow();
  if (Number(own.bytes) + Number(documents.bytes ?? 0) + bytes > resumeQuotas.addressBytes) {
    disk.rejected.addressQuota += 1;
    throw new ApiError("too-many", { retryAfter: retryAfterSeconds });
  }
}

interface ResumeToCount {
  readonly id: string;
  readonly bytes: number;
  /** Undefined if unknown, or limits are off. */
  readonly addressHash: string | undefined;
}

/** Metrics of résumés, disk space and uploads rejected since the start. */
export async function readStorage({ database, disk }: AppContext): Promise<Metric[]> {
  // If the database is down, the other metrics are still reported.
  const sums = await sumResumes(database.db).catch(() => undefined);
  const free = await disk.readFree();
  const { lowDisk, addressQuota, unsentQuota } = disk.rejected;
  const gauges = {
    resume_unsent_bytes: sums?.unsent,
    resume_sent_bytes: sums?.sent,
    disk_free_bytes: free,
  };
  const counters = {
    uploads_rejected_low_disk_total: lowDisk,
    uploads_rejected_address_quota_total: addressQuota,
    uploads_rejected_unsent_quota_total: unsentQuota,
  };
  return [...toMetrics("gauge", gauges), ...toMetrics("counter", counters)];
}

/** Warns the operator before uploads are rejected, and after some were. */
export function warnOfQuotas(app: FastifyInstance, { database, disk }: AppContext): JobDefinition {
  let reported = 0;
  return {
    name: "storage-quotas",
    needsTrueClock: false,
    everyMs: minutes(10),
    async run() {
      const { unsent } = await sumResumes(database.db);
      const { lowDisk, addressQuota, unsentQuota } = disk.rejected;
      const rejected = lowDisk + addressQuota + unsentQuota;
      if (unsent <= warnAtShare * resumeQuotas.unsentBytes && rejected === reported) return;
      reported = rejected;
      app.log.warn(
        {
          unsentBytes: unsent,
          maxUnsentBytes: resumeQuotas.unsentBytes,
          freeBytes: await disk.readFree(),
          rejected: disk.rejected,
        },
        "uploads are or soon will be rejected: storage is nearly full",
      );
    },
  };
}
