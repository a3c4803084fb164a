import { readClockState, trustClock } from "../server/jobs/clock-guard.ts";
import type { Command, Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";
import { withDatabase } from "./with-database.ts";

/**
 * `clock` prints whether jobs that delete or give up wait because the clock jumped; `clock confirm`
 * says that it is right, and they go on.
 */
export const clock: Command = {
  summary: "prints whether the clock is in doubt; confirm says that it is right",
  usage: "clock [confirm]",
  changes: (args) => args.includes("confirm"),
  details:
    "While the clock is in doubt, jobs that delete or give up wait. Compare the time that this prints with a clock that is right before you confirm.",

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const [word, ...rest] = args;
    if (rest.length > 0 || (word !== undefined && word !== "confirm")) {
      throw new OperatorError(`Usage: ${clock.usage}`);
    }
    const now = Date.now();
    const time = `This computer's clock says ${formatTime(now)}.`;
    await withDatabase({ config, dryRun }, async (client) => {
      if (word === "confirm") {
        await client.write((trx) => trustClock(trx, now));
        await print(`${time} It is confirmed: the jobs that waited run within a minute.\n`);
        return;
      }
      const doubtedAt = (await readClockState(client.db))?.doubtedAt;
      await print(
        doubtedAt == null
          ? `${time} It is not in doubt.\n`
          : `${time} It has been in doubt since it said ${formatTime(doubtedAt)}: jobs that delete or give up wait.\n`,
      );
    });
  },
};

/** "2026-11-27 07:40 UTC". */
function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
