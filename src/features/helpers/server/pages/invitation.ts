import { paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { helpQuery } from "../../contract/helpers.ts";
import type { ShownInvited } from "../../contract/states.ts";
import { findInvitation, findObstacle } from "../people/invite.ts";
import { partsOf, timesIn, timeZoneOfPerson } from "../people/read-helpers.ts";

/** Longest token or code that is looked up, in characters. */
const maxSecret = 100;

/**
 * What an invitation asks for; undefined for one that was answered, has ended or does not exist.
 * @param typed the token of a link, or a code
 */
export async function readInvited(
  typed: string,
  helperUid: string | undefined,
  context: Pick<AppContext, "database" | "now" | "secret">,
  by: "link" | "link or code",
): Promise<ShownInvited | undefined> {
  const { db } = context.database;
  const found = typed.length > maxSecret ? undefined : await findInvitation(db, typed, context, by);
  if (!found) return undefined;
  const profile = await db
    .selectFrom("profiles")
    .select("first_name")
    .where("uid", "=", found.uid)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { day } = timesIn(await timeZoneOfPerson(db, found.uid));
  return {
    firstName: profile.first_name,
    parts: partsOf(found),
    until: day(found.expires_at),
    obstacle:
      helperUid === undefined ? "" : await findObstacle(db, found, helperUid, context.now()),
    secret: typed,
    path: `${paths.helping}?${helpQuery.invitation}=${encodeURIComponent(typed)}`,
  };
}
