import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { rollingBack } from "../../../platform/server/db/rolling-back.ts";
import { inSandbox, Sandbox } from "../../../platform/server/sandbox.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { webhookTopicNames } from "../contract/webhooks.ts";
import { catchUp } from "../server/webhooks/catch-up.ts";
import {
  addEndpoint,
  removeEndpoint,
  switchOff,
  switchOn,
} from "../server/webhooks/manage-webhooks.ts";
import { sendTest } from "../server/webhooks/replay.ts";
import { changeIn, listAllEndpoints, spaceOf } from "../server/webhooks/webhook-space.ts";

const acts = { enable: switchOn, disable: switchOff, remove: removeEndpoint } as const;
/** Acts that send to the receiver. */
const sending: readonly string[] = ["test", "catch-up"];
const done = { enable: "is on", disable: "is off", remove: "is removed with its log" } as const;

/** Webhooks by id. The desk's settings call the same functions. */
export const webhooks: Command = {
  summary: "lists and adds webhooks, tests them, turns them on or off, and sends what they missed",
  usage:
    "webhooks list | webhooks add --url <URL> --events <kind>[,<kind>] [--with-contents] [--test] | webhooks test|enable|disable|remove <id> | webhooks catch-up <id> [--after <position>]",
  changes: (args) => !["list", ...sending].includes(args[0] ?? ""),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        after: { type: "string" },
        url: { type: "string" },
        events: { type: "string" },
        "with-contents": { type: "boolean" },
        test: { type: "boolean" },
      },
      allowPositionals: true,
    });
    const [act = "", id = "", ...rest] = positionals;
    const isKnown =
      act === "list" || act === "add"
        ? id === ""
        : (Object.hasOwn(acts, act) || sending.includes(act)) && id;
    const allowed = { add: ["url", "events", "with-contents", "test"], "catch-up": ["after"] }[act];
    const given = Object.keys(values);
    const isGiven = given.every((name) => allowed?.includes(name));
    const isWhole = act !== "add" || (given.includes("url") && given.includes("events"));
    if (!isKnown || !isGiven || !isWhole || rest.length > 0)
      throw new OperatorError(`Usage: ${webhooks.usage}`);
    if (sending.includes(act) && operation.dryRun) {
      throw new OperatorError("What is sent has no --dry-run.");
    }
    const after = readAfter(values.after);
    await withDatabase(operation, async (database) => {
      const { config } = operation;
      const sandbox = new Sandbox(config, database);
      const context = {
        database,
        sandbox,
        config,
        now: Date.now,
        origin: () => config.publicUrl ?? "",
      };
      try {
        if (act === "catch-up") return await sendMissed(id, after, context, operation);
        const text =
          act === "add"
            ? await add(values, context, operation)
            : await run(act, id, context, operation);
        await operation.print(text);
      } finally {
        await sandbox.close();
      }
    });
  },
};

type Context = Pick<AppContext, "database" | "sandbox" | "config" | "now" | "origin">;

/** @throws OperatorError */
function readAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new OperatorError("A position is a whole number.");
  return Number(text);
}

/** A dry run also rolls back what it does in the sandbox. */
function rolled(site: Context, space: Context, { dryRun }: Operation): Context {
  const isTest = space.database !== site.database;
  return isTest && dryRun ? { ...space, database: rollingBack(space.database) } : space;
}

interface NewWebhook {
  readonly url?: string;
  readonly events?: string;
  readonly "with-contents"?: boolean;
  readonly test?: boolean;
}

async function add(
  {
    url = "",
    events = "",
    "with-contents": includesContents = false,
    test: isTest = false,
  }: NewWebhook,
  context: Context,
  operation: Operation,
): Promise<string> {
  const topics = events.split(",").map((text) => {
    const known = webhookTopicNames.find((name) => name === text.trim());
    if (known) return known;
    throw new OperatorError(
      `There is no kind of event "${text}". The kinds are: ${webhookTopicNames.join(", ")}`,
    );
  });
  // A dry run does not make the sandbox.
  const isMade = !operation.dryRun || (await context.sandbox?.find()) !== undefined;
  const space = rolled(context, isTest && isMade ? await inSandbox(context) : context, operation);
  const settings = { url, topics, includesContents, isTest };
  try {
    const { id, secret } = await changeIn(context, space, ({ database }) =>
      database.write((trx) => addEndpoint(trx, commandLine, settings, context)),
    );
    const what = `Added a ${isTest ? "test webhook" : "webhook"}`;
    if (operation.dryRun) return `${what}.\n`;
    return `${what} with the id ${id}. This is the only time its secret is shown:\n${secret}\n`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new OperatorError(Object.values(error.body.fields ?? {}).join(" ") || error.body.message);
  }
}

async function sendMissed(
  id: string,
  after: number | undefined,
  context: Context,
  operation: Operation,
): Promise<void> {
  try {
    const space = await spaceOf(context, "webhook_endpoints", id);
    const { sent, refused, problem } = await changeIn(context, space, (own) =>
      catchUp(own, commandLine, id, after),
    );
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
  context: Context,
  operation: Operation,
): Promise<string> {
  const endpoints = await listAllEndpoints(context);
  if (act === "list") return toJsonText(endpoints);
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw unknownWebhook(id);
  const space = rolled(context, await spaceOf(context, "webhook_endpoints", id), operation);
  if (act === "test") {
    const { state, status, problem, ms } = await changeIn(context, space, (own) =>
      sendTest(own, commandLine, id),
    );
    const outcome = state === "sent" ? "Delivered" : "Not delivered";
    const answer = status === null ? problem : `status ${status}`;
    if (state !== "sent") throw new OperatorError(`${outcome}: ${answer}.`);
    return `${outcome}: ${answer} in ${ms} ms.\n`;
  }
  const name = act as keyof typeof acts;
  await changeIn(context, space, ({ database }) =>
    database.write((trx) => acts[name](trx, commandLine, id, context)),
  );
  return `The webhook to ${found.url} ${done[name]}.\n`;
}
