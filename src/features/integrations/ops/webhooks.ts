import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { catchUp } from "../server/webhooks/catch-up.ts";
import { listEndpoints } from "../server/webhooks/list-webhooks.ts";
import { removeEndpoint, switchOff, switchOn } from "../server/webhooks/manage-webhooks.ts";
import { sendTest } from "../server/webhooks/replay.ts";

const acts = { enable: switchOn, disable: switchOff, remove: removeEndpoint } as const;
/** Acts that send to the receiver. */
const sending: readonly string[] = ["test", "catch-up"];
const done = { enable: "is on", disable: "is off", remove: "is removed with its log" } as const;

/** Webhooks by id. The desk's settings call the same functions. */
export const webhooks: Command = {
  summary: "lists webhooks, tests them, turns them on or off, and sends what they missed",
  usage:
    "webhooks list | webhooks test|enable|disable|remove <id> | webhooks catch-up <id> [--after <position>]",
  changes: (args) => !["list", ...sending].includes(args[0] ?? ""),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: { after: { type: "string" } },
      allowPositionals: true,
    });
    const [act = "", id = "", ...rest] = positionals;
    const isKnown =
      act === "list" ? id === "" : (Object.hasOwn(acts, act) || sending.includes(act)) && id;
    const isAfter = values.after === undefined || act === "catch-up";
    if (!isKnown || !isAfter || rest.length > 0)
      throw new OperatorError(`Usage: ${webhooks.usage}`);
    if (sending.includes(act) && operation.dryRun) {
      throw new OperatorError("What is sent has no --dry-run.");
    }
    const after = readAfter(values.after);
    await withDatabase(operation, async (database) => {
      if (act === "catch-up") return sendMissed(id, after, database, operation);
      const text = await run(act, id, database, operation);
      await operation.print(text);
    });
  },
};

/** @throws OperatorError */
function readAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new OperatorError("A position is a whole number.");
  return Number(text);
}

function contextOf(database: DatabaseClient, { config }: Operation) {
  return { database, config, now: Date.now, origin: () => config.publicUrl ?? "" };
}

async function sendMissed(
  id: string,
  after: number | undefined,
  database: DatabaseClient,
  operation: Operation,
): Promise<void> {
  const context = contextOf(database, operation);
  try {
    const { sent, refused, problem } = await catchUp(context, commandLine, id, after);
    await operation.print(`Events sent: ${sent}\n`);
    if (problem !== undefined) throw new OperatorError(`Stopped: ${problem}.`);
    if (refused > 0) throw new OperatorError(`Events refused: ${refused}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.body.code === "not-found") throw unknownWebhook(id);
    throw new OperatorError(`There is no position ${after}.`);
  }
}

function unknownWebhook(id: string): OperatorError {
  return new OperatorError(`There is no webhook "${id}". "webhooks list" names them.`);
}

async function run(
  act: string,
  id: string,
  database: DatabaseClient,
  operation: Operation,
): Promise<string> {
  const context = contextOf(database, operation);
  const endpoints = await listEndpoints(database.db, Date.now());
  if (act === "list") return toJsonText(endpoints);
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw unknownWebhook(id);
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
