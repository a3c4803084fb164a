import { ApiError, type ProblemDetail } from "../../../../platform/server/api-error.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import { hasTooManyNames } from "../../../../platform/server/http/body.ts";
import { toProblem } from "../../../../platform/server/http/errors/problem.ts";
import { findNamed } from "../../../customers/server/customer-refs.ts";
import { etagOf } from "../../../integrations/server/api/conditions.ts";
import { parseStrictly } from "../../../integrations/server/api/read-api-input.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import { apiLimits, type BatchLine, batchLine } from "../../contract/api.ts";
import type { StoredChange } from "../store.ts";
import { type Change, checkPut, pickOf, storeChanges } from "./change-requests.ts";
import { planChange, planNew } from "./plan-put.ts";
import { findByDocument, toRequestRecord } from "./request-record.ts";

/** A line that can be read, or why not. */
type Line = { readonly id: string | null } & (
  | { readonly sent: BatchLine }
  | { readonly error: ApiError }
);

interface Result {
  readonly externalId: string | null;
  readonly status: number;
  readonly etag?: string;
  readonly problem?: unknown;
}

/**
 * Reads the lines of a batch.
 * @throws ApiError "too-large" for too many
 */
export function readBatch(text: string): readonly Line[] {
  // Some programs begin a file with a byte order mark.
  const content = text.replace(/^\uFEFF/, "").trimEnd();
  if (content === "") return [];
  const lines = content.split("\n");
  if (lines.length > apiLimits.lines) {
    const message = `Send at most ${apiLimits.lines} lines.`;
    throw new ApiError("too-large", { message });
  }
  const seen = new Set<string>();
  return lines.map((line) => readLine(line, seen));
}

function readLine(line: string, seen: Set<string>): Line {
  let id: string | null = null;
  try {
    const value = parseJson(line);
    const named = (value as Readonly<Record<string, unknown>> | null)?.externalId;
    id = typeof named === "string" ? named : null;
    const isRepeated = id !== null && seen.has(id);
    if (id !== null) seen.add(id);
    const sent = parseStrictly(batchLine, value);
    if (isRepeated) throw wrongLine("/externalId", "This id was in a line before.");
    return { id, sent };
  } catch (error) {
    if (error instanceof ApiError) return { id, error };
    throw error;
  }
}

function parseJson(line: string): unknown {
  if (hasTooManyNames(line)) throw wrongLine("", "This line has too many fields.");
  try {
    return JSON.parse(line);
  } catch {
    throw wrongLine("", "This line is not JSON.");
  }
}

function wrongLine(pointer: string, detail: string): ApiError {
  return new ApiError(
    "invalid",
    { message: detail },
    { errors: [{ pointer, code: "invalid", detail }] },
  );
}

type Plan =
  | { readonly error: ApiError }
  | { readonly kind: "same"; readonly etag: string }
  | { readonly kind: "added" | "saved"; readonly change: StoredChange };

/**
 * Stores the lines that can be stored, in one transaction, with one line in the audit log.
 * @param isAtomic all or none
 * @returns a result for each line, in order
 * @throws ApiError "batch-invalid" with the mistakes of all lines
 */
export async function storeBatch(
  batch: Omit<Change, "id" | "request">,
  lines: readonly Line[],
  isAtomic: boolean,
): Promise<readonly Result[]> {
  const { trx, actor, now } = batch;
  const plans = await planLines(batch, lines);
  const errors = plans.flatMap((plan, index) =>
    "error" in plan ? detailsOf(plan.error, index + 1) : [],
  );
  if (isAtomic && errors.length > 0) throw new ApiError("batch-invalid", {}, { errors });
  const changesOf = (kind: "added" | "saved") =>
    plans.flatMap((plan) => ("change" in plan && plan.kind === kind ? plan.change : []));
  const rows = await storeChanges({
    ...batch,
    added: changesOf("added"),
    saved: changesOf("saved"),
    isPart: true,
  });
  if (rows.length > 0) {
    const what = `Delivered requests by the API: ${rows.length}`;
    await writeAudit(trx, actor, { kind: "change", what, target: "Requests" }, now);
  }
  const etags = new Map(rows.map((row) => [row.document_id, etagOf(toRequestRecord(row))]));
  return plans.map((plan, index): Result => {
    const externalId = lines[index]?.id ?? null;
    if ("error" in plan) {
      return { externalId, status: plan.error.statusCode, problem: toProblem(plan.error) };
    }
    const status = plan.kind === "added" ? 201 : 200;
    const etag = plan.kind === "same" ? plan.etag : (etags.get(externalId) ?? "");
    return { externalId, status, etag };
  });
}

async function planLines(
  { trx, now }: Pick<Change, "trx" | "now">,
  lines: readonly Line[],
): Promise<readonly Plan[]> {
  const sent = lines.flatMap((line) => ("sent" in line ? line.sent : []));
  const find = await findNamed(
    trx,
    sent.map(({ customer }) => customer),
  );
  const ids = sent.map(({ externalId }) => externalId);
  const stored = await findByDocument(trx, ids, { locks: true });
  const taken = await findTaken(trx, ids);
  return lines.map((line): Plan => {
    if ("error" in line) return line;
    const { externalId: id, customer: ref, ...fields } = line.sent;
    try {
      const customer = find(ref);
      const before = pickOf(stored.get(id), () => customer.uid);
      if (!before) {
        if (taken.has(id)) throw new ApiError("id-taken");
        return { kind: "added", change: planNew(id, customer, fields, now) };
      }
      checkPut(before, customer.uid);
      const change = planChange(before, fields);
      if (change) return { kind: "saved", change };
      return { kind: "same", etag: etagOf(toRequestRecord(before)) };
    } catch (error) {
      if (error instanceof ApiError) return { error };
      throw error;
    }
  });
}

/** Ids of requests that have another document or none, such as those that customers asked for. */
async function findTaken(trx: Change["trx"], ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("requests")
    .select("id")
    .where(isOneOf(trx, "id", ids))
    .where((row) =>
      row.or([row("document_id", "is", null), row("document_id", "!=", row.ref("id"))]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function detailsOf({ body, facts }: ApiError, line: number): readonly ProblemDetail[] {
  const { code, message: detail } = body;
  const { errors = [{ pointer: "", code, detail }] } = facts;
  return errors.map((one) => ({ ...one, line }));
}
