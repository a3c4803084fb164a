import type { Transaction } from "kysely";
import { undoLifetimeMs } from "../../../platform/contract/desk/undo.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { consumeStaffToken, issueStaffToken, type StaffTokenKind } from "./sign-in/staff-tokens.ts";
import type { Actor } from "./write-audit.ts";

interface UndoCall {
  readonly trx: Transaction<Database>;
  readonly kind: Extract<StaffTokenKind, `undo-${string}`>;
  /** Who makes the change: no one else can undo it. */
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Keeps what undoing a change needs.
 * @param steps stored as JSON
 * @returns the token that undoes it
 */
export function issueUndo({ trx, kind, actor, now }: UndoCall, steps: object): Promise<string> {
  const token = { kind, staffId: actor.staffId, lifetimeMs: undoLifetimeMs };
  return issueStaffToken(trx, { ...token, data: JSON.stringify(steps) }, now);
}

/**
 * @returns what `issueUndo` kept, once
 * @throws ApiError "link-expired" if it is too late, and for someone else
 */
export async function takeUndo(
  { trx, kind, actor, now }: UndoCall,
  token: string,
): Promise<unknown> {
  const undo = await consumeStaffToken(trx, token, [kind], now);
  if (undo?.staff_id !== actor.staffId) {
    throw new ApiError("link-expired", { message: "It is too late to undo this." });
  }
  return JSON.parse(undo.data);
}
