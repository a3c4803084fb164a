import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { profilePicturePath, providerPicturePath } from "../../contract/profile.ts";
import { isUid } from "../files.ts";

/**
 * Whether a person may see a picture: their own, and those of providers assigned to one of their
 * requests.
 */
export async function maySee(
  db: Kysely<Database>,
  uid: string,
  picturePath: string,
): Promise<boolean> {
  const owner = picturePath.split("/")[1] ?? "";
  if (!isUid(owner)) return false;
  if (picturePath === profilePicturePath(owner)) return owner === uid;
  if (picturePath !== providerPicturePath(owner)) return false;
  const request = await db
    .selectFrom("completed_requests")
    .select("id")
    .where("uid", "=", uid)
    .where("assigned_to_uid", "=", owner)
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}
