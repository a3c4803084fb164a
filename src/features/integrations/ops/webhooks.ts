import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { listEndpoints } from "../server/webhooks/list-webhooks.ts";
import { removeEndpoint, switchOff, switchOn } from "../server/webhooks/manage-webhooks.ts";
import { sendTest } from "../server/webhooks/replay.ts";

const acts = { enable: switchOn, disable: switchOff, remove: removeEndpoint } as const;
const done = { enable: "is on", disable: "is off", remove: "is removed with its log" } as const;

/** Webhooks by id. The desk's settings call the same functions. */
export const webhooks: Command = {
  summary: "lists webhooks, tests them, and turns them on or off",
  usage: "webhooks list | webhooks test|enable|disable|remove <id>",
  changes: (args) => args[0] !== "list" && args[0] !== "test",

  async run(operation: Operation): Promise<void> {
    const [act = "", id = "", ...rest] = operation.args;
    const isKnown = act === "list" ? id === "" : (Object.hasOwn(acts, act) || act === "test") && id;
    if (!isKnown || rest.length > 0) throw new OperatorError(`Usage: ${webhooks.usage}`);
    if (act === "test" && operation.dryRun) throw new OperatorError("A test has no --dry-run.");
    await withDatabase(operation, async (database) => {
      const text = await run(act, id, database, operation);
      await operation.print(text);
    });
  },
};

async function run(
  act: string,
  id: string,
  database: DatabaseClient,
  { config }: Operation,
): Promise<string> {
  const context = { database, config, now: Date.now, origin: () => config.publicUrl ?? "" };
  const endpoints = await listEndpoints(database.db, Date.now());
  if (act === "list") return toJsonText(endpoints);
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new OperatorError(`There is no webhook "${id}". "webhooks list" names them.`);
  if (act === "test") {
    const { state, status, problem, ms } = await sendTest(context, commandLine, id);
    const outcome = state === "sent" ? "Delivered" : "Not delivered";
    const answer = status === null ? problem : `status ${status}`;
    if (state !== "sent") throw new OperatorError(`${outcome}: ${answer}.`);
    return `${outcome}: ${answer} in ${ms} ms.\n`;
  }
  const name = act as keyof typeof acts;
  await database.write((trx) => acts[name](trx, commandLine, id, context));
  return `The webhook to ${found.url} ${done[name]}.\n`;
}
