import { randomUUID } from "node:crypto";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { safeFetch } from "../../../platform/server/http/safe-fetch.ts";
import { listConversions } from "../server/applicants/conversions.ts";
import { buildRequest, replayConversion } from "../server/attribution/conversion-sender.ts";
import type { ConversionParams } from "../server/attribution/conversion-settings.ts";

const maxListed = 200;

/**
 * `conversions list` prints the latest conversions, with state and reason; `conversions replay
 * <id>` sends one again; `conversions test <source> <event>` prints the request with test values,
 * and sends it with `--send`.
 */
export const conversions: Command = {
  summary: "lists conversions for ad companies, sends one again, or tries the settings",
  usage: "conversions list | conversions replay <id> | conversions test <source> <event> [--send]",
  changes: (args) => args.includes("replay") || args.includes("--send"),

  async run(operation: Operation): Promise<void> {
    const [action, ...rest] = operation.args;
    if (action === "list" && rest.length === 0) return list(operation);
    if (action === "replay" && rest.length === 1) return replay(operation, rest[0] ?? "");
    if (action === "test" && (rest.length === 2 || rest[2] === "--send")) {
      return test(operation, rest[0] ?? "", rest[1] ?? "", rest[2] === "--send");
    }
    throw new OperatorError(`Usage: ${conversions.usage}`);
  },
};

async function list({ config, dryRun, print }: Operation): Promise<void> {
  await withDatabase({ config, dryRun }, async (database) => {
    const shown = await listConversions(database.db, maxListed);
    await print(toJsonText(shown));
  });
}

async function replay({ config, dryRun, print }: Operation, id: string): Promise<void> {
  await withDatabase({ config, dryRun }, async (database) => {
    const row = await database.write((trx) => replayConversion(trx, id, Date.now()));
    if (!row) throw new OperatorError(`No sent or failed conversion has the id ${id}.`);
    await print(`The server sends it again: ${row.event} to ${row.source}\n`);
  });
}

async function test(
  { config, dryRun, print }: Operation,
  source: string,
  event: string,
  send: boolean,
): Promise<void> {
  const settings = config.conversions.sources[source];
  const click = randomUUID();
  const params: ConversionParams = {
    tlr_sid: click,
    click_id: click,
    event_id: randomUUID(),
    event,
    reference: "TEST2345",
    event_time_iso: new Date().toISOString(),
    market: "802",
    track: "care",
    advertiser_id: settings?.advertiserId ?? "",
  };
  const call = buildRequest({ source, event, params: JSON.stringify(params) }, config.conversions);
  if (!call) throw new OperatorError(`CONVERSIONS_FILE has no event "${event}" of "${source}".`);
  const { method, url, headers, body } = call;
  await print(toJsonText({ method, url, headers, body }));
  if (!send || dryRun) return;
  try {
    const { status, text } = await safeFetch(call);
    await print(toJsonText({ status, response: text }));
    if (status < 200 || status > 299) throw new OperatorError(`The response was ${status}.`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`No response: ${error instanceof Error ? error.message : error}`);
  }
}
