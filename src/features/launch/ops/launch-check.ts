import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seconds } from "../../../platform/contract/durations.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import {
  queueTestEmail,
  readTestEmail,
  testEmailAddress,
} from "../../messages/server/inbound/test-email.ts";
import { countStates, type LaunchItem, type LaunchState, launchAreas } from "../contract/launch.ts";
import type { LaunchContext } from "../server/check.ts";
import { runChecks } from "../server/run-checks.ts";

const sendOption = "--send-email";
/** How long the command waits for its test email. */
const returnMs = seconds(60);
const lookEveryMs = seconds(0.5);

const marks: Readonly<Record<LaunchState, string>> = {
  ok: "green",
  todo: "to do",
  wrong: "WRONG",
};

/** `launch-check` prints what the site still lacks before it may open. */
export const launchCheck: Command = {
  summary: "prints what is missing before the site may open",
  usage: `launch-check [--json] [${sendOption}]`,
  details: `With ${sendOption} it first sends a test email, and waits a minute for it to come back; the server must be running. The exit code is 0 only if everything is green.`,
  changes: (args) => args.includes(sendOption),

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, "send-email": { type: "boolean" } },
    });
    const { items, ...checked } = await withDatabase({ config, dryRun }, async (database) => {
      const context: LaunchContext = { config, database, now: Date.now };
      if (values["send-email"] && !(await sendTest(context, dryRun))) {
        throw new OperatorError(
          "Set INBOUND_MAIL_ADDRESS or STAFF_EMAIL, which gets the test email.",
        );
      }
      return runChecks(context);
    });
    await print(values.json ? toJsonText({ ...checked, items }) : describe(items));
    const { todo, wrong } = countStates(items);
    if (todo + wrong > 0) throw new OperatorError(`Not ready: ${wrong} wrong, ${todo} to do.`);
  },
};

/** Sends the test email and waits until it comes back. @returns false if nobody receives email */
async function sendTest({ config, database }: LaunchContext, dryRun: boolean): Promise<boolean> {
  const recipient = testEmailAddress(config);
  if (recipient === undefined) return false;
  await database.write((trx) => queueTestEmail(trx, recipient, Date.now()));
  const isAwaited = config.inboundMailAddress !== undefined;
  const end = Date.now() + returnMs;
  while (!dryRun && Date.now() < end) {
    const test = await readTestEmail(database.db);
    if (isAwaited ? test?.arrivedAt != null : test?.sentAt != null) break;
    await wait(lookEveryMs);
  }
  return true;
}

function describe(items: readonly LaunchItem[]): string {
  const areas = launchAreas.map((area) => {
    const lines = items
      .filter((item) => item.area === area)
      .flatMap(({ state, title, found, next }) => [
        `  [${marks[state]}] ${title}: ${found}`,
        ...(next === null ? [] : [`          Next: ${next}`]),
      ]);
    return `${[area, ...lines].join("\n")}\n`;
  });
  const { ok, todo, wrong } = countStates(items);
  return `${areas.join("\n")}\n${ok} green, ${todo} to do, ${wrong} wrong\n`;
}
