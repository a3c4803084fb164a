import { ApiError } from "../../../../platform/server/api-error.ts";
import { isSystem } from "../../contract/api.ts";
import { recordAct } from "../accounts/acting.ts";
import { type Change, lockCustomer } from "./change-customer.ts";

interface ExternalId {
  readonly system: string;
  readonly id: string;
}

interface Linked {
  readonly uid: string;
  /** The customer had none in this system. */
  readonly isNew: boolean;
}

/**
 * Gives a customer an id in a system, in place of the former one.
 * @throws ApiError "invalid", "not-found", "external-id-taken" with the uid of the other customer; a
 * unique violation if two customers get it at the same time
 */
export async function linkExternalId(
  { trx, uid: named, by, now }: Omit<Change, "request">,
  { system, id: external_id }: ExternalId,
): Promise<Linked> {
  if (!isSystem(system)) {
    const detail = "A system has 1 to 40 of a-z, 0-9, - and _, and begins with a letter or digit.";
    const errors = [{ pointer: "/system", code: "invalid", detail }];
    throw new ApiError("invalid", { message: detail }, { errors });
  }
  const account = await lockCustomer(trx, named);
  const { uid } = account;
  const row = { id: `${system}/${external_id}`, system, external_id, uid };
  const known = await trx
    .selectFrom("customer_external_ids")
    .select(["id", "uid"])
    .where((where) =>
      where.or([
        where("id", "=", row.id),
        where.and([where("uid", "=", uid), where("system", "=", system)]),
      ]),
    )
    .execute();
  const same = known.find((one) => one.id === row.id);
  if (same && same.uid !== uid) throw new ApiError("external-id-taken", {}, { uid: same.uid });
  if (same) return { uid, isNew: false };
  await trx
    .deleteFrom("customer_external_ids")
    .where("uid", "=", uid)
    .where("system", "=", system)
    .execute();
  await trx.insertInto("customer_external_ids").values(row).execute();
  await recordAct({ trx, account, by, now }, { kind: "account.linked", data: { system } });
  return { uid, isNew: known.length === 0 };
}
