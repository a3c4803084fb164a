import type { FastifyRequest } from "fastify";
import { emailKey, looksLikeEmail } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt, emailCounters } from "../../../../platform/server/credentials/throttles.ts";
import { isAddressTaken } from "../auth/queries.ts";

/**
 * Whether to send a link to a changed address in a profile, so that it becomes the login email: it
 * differs from the current one, is valid, has no account, and is within the limit of emails. The
 * profile stores the address in any case.
 */
export async function mayConfirm(
  request: FastifyRequest,
  { uid, from, to }: { readonly uid: string; readonly from: string; readonly to: string },
  context: AppContext,
): Promise<boolean> {
  if (emailKey(to) === emailKey(from) || !looksLikeEmail(to)) return false;
  if (await isAddressTaken(context.database.db, to, uid)) return false;
  try {
    await countAttempt(context, emailCounters(request, to, context));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.body.code === "too-many") return false;
    throw error;
  }
}
