import type { FastifyBaseLogger } from "fastify";
import { createConversionWorker } from "../../src/features/recruiting/server/attribution/conversion-sender.ts";
import type { AppContext } from "../../src/platform/server/app-context.ts";

/**
 * Sends the conversions that are due now.
 * @returns the number of attempts
 */
export async function sendDueConversions(
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<number> {
  const worker = createConversionWorker(context, log);
  const count = await worker.startDueTasks();
  await worker.drain();
  return count;
}
