import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { mergeEndpoints } from "../../contract/merges.ts";
import { lockPair, mergeAccounts } from "../merges/merge-accounts.ts";
import { type MergePair, previewMerge, readSide } from "../merges/preview-merge.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { requirePassedCheck } from "./check-state.ts";

/** Handlers of merging two accounts of one person. */
export function mergeHandlers(context: AppContext): DeskHandlers<typeof mergeEndpoints> {
  const { now } = context;
  const { write } = context.database;
  return {
    // In a transaction, since the checks are locked.
    preview: ({ request, session, body }) =>
      write(async (trx) => {
        const pair = { kept: request.params.id, other: body.other };
        await requireChecks(trx, pair, session.staffId, now());
        return previewMerge(trx, pair, now());
      }),
    merge: async ({ request, session, body }) => {
      await write(async (trx) => {
        const pair = { kept: request.params.id, other: body.other };
        await requireChecks(trx, pair, session.staffId, now());
        const acting = { trx, by: actorOf(session, request), now: now() };
        await mergeAccounts(pair, acting, body.versions);
      });
      return {};
    },
    undo: async ({ request, session }) => {
      const by = actorOf(session, request);
      await write((trx) => undoMerge(request.params.id, { trx, by, now: now() }));
      return {};
    },
  };
}

/**
 * Requires passed checks of the caller for both accounts, whose data comes together. The other one
 * needs none if the caller could gain nothing: an account with nothing but an unconfirmed address,
 * for which there is no check to pass.
 * @throws ApiError "caller-unchecked", "not-found"
 */
async function requireChecks(
  trx: Transaction<Database>,
  pair: MergePair,
  staffId: string,
  now: number,
): Promise<void> {
  await lockPair(trx, pair);
  await requirePassedCheck(trx, { uid: pair.kept, staffId }, now);
  if (!(await holdsAnything(trx, pair.other))) return;
  await requirePassedCheck(trx, { uid: pair.other, staffId }, now).catch((error: unknown) => {
    const isUnchecked = error instanceof ApiError && error.body.code === "caller-unchecked";
    if (!isUnchecked) throw error;
    throw new ApiError("caller-unchecked", {
      message: "Check the caller for the other account too, on its page.",
    });
  });
}

/** Tables from which a caller could gain something. */
const holdings = [
  "requests",
  "completed_requests",
  "texts",
  "text_consents",
  "account_merges",
] as const;

async function holdsAnything(trx: Transaction<Database>, uid: string): Promise<boolean> {
  const account = await readSide(trx, uid);
  if (account.email_verified_at !== null || account.account_id !== null) return true;
  for (const table of holdings) {
    const found = await trx
      .selectFrom(table)
      .select("uid")
      .where("uid", "=", uid)
      .limit(1)
      .execute();
    if (found.length > 0) return true;
  }
  return false;
}
