import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { holders } from "../holders.ts";
import { findOwner, type OwnerKeys } from "./data-owner.ts";

/**
 * Everything we store about a person, named as staff see it, without secrets: no hashes, keys or
 * tokens. Long lists are read while they are written, in the given order.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function collectData(keys: OwnerKeys, context: AppContext): Promise<object> {
  const owner = await findOwner(keys, context);
  const parts: object[] = [];
  for (const { collect } of holders) if (collect) parts.push(await collect(owner, context));
  return Object.assign({ madeAt: isoTime(context.now()) }, ...parts);
}
