import type { Transaction } from "kysely";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { type HelperAct, isToldEachTime } from "../../contract/act-words.ts";
import type { HelpPart } from "../../contract/helpers.ts";
import { emailAct } from "../people/emails.ts";
import { type Help, requireHelp } from "./decide.ts";

type ActContext = Pick<AppContext, "now" | "origin">;

/** Looking at the same thing again within this time is one act, in milliseconds. */
const sameLookMs = minutes(10);

/** Characters that are kept of what an act is about. */
const maxAbout = 200;

/**
 * What every transaction calls that a helper causes: decides again, since the help may have ended, and
 * notes what is looked at or done. Does nothing for what people do for themselves. The person gets an
 * email about the first act of each kind, and each time something is asked for. Locks the help, so
 * call it after locks of accounts and requests, and before events for programs.
 * @throws ApiError "help-refused"
 */
export async function actAs(
  trx: Transaction<Database>,
  help: Help | null,
  [part, kind, about = ""]: HelpedAct,
  context: ActContext,
): Promise<void> {
  if (help === null) return;
  await noteAct(trx, await requireHelp(trx, help, part, context.now()), kind, about, context);
}

/** Notes that a helper looks at something, before it is read. @throws ApiError "help-refused" */
export function noteLook(
  help: Help,
  look: HelpedAct,
  context: ActContext & Pick<AppContext, "database">,
): Promise<void> {
  return context.database.write((trx) => actAs(trx, help, look, context));
}

export type HelpedAct = readonly [part: HelpPart, kind: HelperAct, about?: string];

async function noteAct(
  trx: Transaction<Database>,
  help: Help,
  kind: HelperAct,
  about: string,
  context: ActContext,
): Promise<void> {
  const at = context.now();
  const act = { kind, about: about.slice(0, maxAbout) };
  if (await isSeen(trx, help.id, act, at)) return;
  await trx
    .insertInto("helper_acts")
    .values({ id: orderedId(), helper_id: help.id, at, ...act })
    .execute();
  const row = await trx
    .selectFrom("helpers")
    .select(["name", "told"])
    .where("id", "=", help.id)
    .executeTakeFirstOrThrow();
  const told = JSON.parse(row.told) as readonly string[];
  const isNew = !told.includes(kind);
  if (isNew) {
    await trx
      .updateTable("helpers")
      .set({ told: JSON.stringify([...told, kind]) })
      .where("id", "=", help.id)
      .execute();
  }
  if (isNew || isToldEachTime(kind)) await emailAct(trx, { ...help, name: row.name }, act, context);
}

async function isSeen(
  trx: Transaction<Database>,
  helperId: string,
  { kind, about }: { readonly kind: HelperAct; readonly about: string },
  at: number,
): Promise<boolean> {
  if (isToldEachTime(kind) || kind === "wrote" || kind === "rated") return false;
  const seen = await trx
    .selectFrom("helper_acts")
    .select("id")
    .where("helper_id", "=", helperId)
    .where("kind", "=", kind)
    .where("about", "=", about)
    .where("at", ">", at - sameLookMs)
    .executeTakeFirst();
  return seen !== undefined;
}
