import { seconds } from "../../../platform/contract/durations.ts";
import { testEmailAddress } from "../../messages/server/inbound/test-email.ts";
import { type LaunchItem, type LaunchResponse, launchAreas } from "../contract/launch.ts";
import { type Check, type Finding, type LaunchContext, todo } from "./check.ts";
import { addressChecks } from "./checks/address.ts";
import { emailChecks } from "./checks/email.ts";
import { operationChecks } from "./checks/operation.ts";
import { serviceChecks } from "./checks/services.ts";
import { type OwnersWords, ownWords, wordChecks } from "./checks/words.ts";

const ownChecks: readonly Check[] = [
  ...addressChecks,
  ...emailChecks,
  ...serviceChecks,
  ...operationChecks,
];

/** For all checks together, which run at once. */
const timeLimitMs = seconds(20);

const late = todo("The check took too long.", "Try again later.");

/** Whether the site may open. Takes at most 20 seconds, and changes nothing. */
export async function runChecks(
  context: LaunchContext,
  words: OwnersWords = ownWords,
): Promise<LaunchResponse> {
  const pages = words.readPages();
  const checks = [...wordChecks({ ...words, readPages: () => pages }), ...ownChecks];
  const { promise: timeout, resolve: giveUp } = Promise.withResolvers<Finding>();
  const timer = setTimeout(giveUp, timeLimitMs, late);
  try {
    const items = await Promise.all(
      checks.map(async ({ id, area, title, find }): Promise<LaunchItem> => {
        const finding = await Promise.race([tryCheck(find, context), timeout]);
        return { id, area, title, ...finding };
      }),
    );
    return {
      checkedAt: new Date(context.now()).toISOString(),
      items: items.toSorted((a, b) => launchAreas.indexOf(a.area) - launchAreas.indexOf(b.area)),
      testEmail: testEmailAddress(context.config) ?? null,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** One check that fails must not hide the others. */
async function tryCheck(find: Check["find"], context: LaunchContext): Promise<Finding> {
  try {
    return await find(context);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return todo(
      `The check failed (${code ?? name}).`,
      "Try again; if it stays, look into the log.",
    );
  }
}
