import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../../src/server/context/app-context.ts";
import { createConversionWorker } from "../../src/server/recruiting/attribution/conversion-sender.ts";

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
