import type { AppContext } from "../../../../platform/server/app-context.ts";
import { inSandbox } from "../../../../platform/server/sandbox.ts";
import type { WebhookEndpoint } from "../../contract/webhooks.ts";
import { listEndpoints } from "./list-webhooks.ts";
import { auditTarget } from "./switch-off.ts";

/*
 * Test webhooks are in the sandbox, with the events that they receive; all others in the site's own
 * database.
 */

type Context = Pick<AppContext, "config" | "database" | "sandbox" | "now">;

/** All webhooks, oldest first. */
export async function listAllEndpoints(context: Context): Promise<readonly WebhookEndpoint[]> {
  const test = await context.sandbox?.find();
  const lists = [context.database, ...(test ? [test] : [])].map(({ db }) =>
    listEndpoints(db, context.now()),
  );
  return (await Promise.all(lists)).flat().sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The context in whose database a webhook or delivery is; the site's own if there is none. */
export async function spaceOf<Own extends Context>(
  context: Own,
  table: "webhook_endpoints" | "webhook_deliveries",
  id: string,
): Promise<Own> {
  const test = await context.sandbox?.find();
  const found = await test?.db
    .selectFrom(table)
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found ? inSandbox(context) : context;
}

/** Changes webhooks in their space; the site's own audit log names the change too. */
export async function changeIn<Own extends Context, Result>(
  site: Own,
  space: Own,
  change: (space: Own) => Promise<Result>,
): Promise<Result> {
  if (site.database === space.database) return change(space);
  const audit = space.database.db.selectFrom("events").where("target", "=", auditTarget);
  const before = await audit.select(({ fn }) => fn.max("id").as("id")).executeTakeFirst();
  const result = await change(space);
  const lines = await audit
    .selectAll()
    .where("id", ">", before?.id ?? "")
    .execute();
  if (lines.length === 0) return result;
  const ids = lines.map(({ id }) => id);
  await site.database.write(async (trx) => {
    // Another change at the same time has added its own.
    const known = await trx.selectFrom("events").select("id").where("id", "in", ids).execute();
    const added = lines.filter(({ id }) => !known.some((one) => one.id === id));
    if (added.length > 0) await trx.insertInto("events").values(added).execute();
  });
  return result;
}
