import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { customerData } from "../../../customers/server/data.ts";
import type { DataOwner, FeatureData } from "../feature-data.ts";
import { holders } from "../holders.ts";
import { findFormerAddresses, findOwner, type OwnerKeys } from "./data-owner.ts";

/**
 * Everything we store about a person, named as staff see it, without secrets: no hashes, keys or
 * tokens. Long lists are read while they are written, in the given order.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function collectData(keys: OwnerKeys, context: AppContext): Promise<object> {
  const owner = await findOwner(keys, context);
  const former = await findFormerAddresses(owner, context);
  const own = await collectParts(holders, owner, context);
  return {
    madeAt: isoTime(context.now()),
    ...own,
    ...(former.length > 0 && { addressesOfMergedAccounts: collectFormer(former, context) }),
  };
}

/** What other addresses of the person sent: those of accounts that were merged into theirs. */
async function* collectFormer(
  emails: readonly string[],
  context: AppContext,
): AsyncGenerator<object> {
  for (const email of emails) {
    const parts = await collectParts(others, { uid: null, email, sessionId: "" }, context);
    yield { address: email, ...parts };
  }
}

/** An address alone names no account. */
const others = holders.filter((one) => one !== customerData);

async function collectParts(
  from: readonly FeatureData[],
  owner: DataOwner,
  context: AppContext,
): Promise<object> {
  const parts: object[] = [];
  for (const { collect } of from) if (collect) parts.push(await collect(owner, context));
  return Object.assign({}, ...parts);
}
