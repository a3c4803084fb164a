import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { checkAttempt, countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { settingsEndpoints } from "../../../customers/contract/settings.ts";
import { registerOwnEndpoint } from "../../../customers/server/auth/own-endpoint.ts";

/**
 * A copy of everything we store about the person: one JSON file and their own files, streamed as a
 * ZIP. One at a time for each account and node, and ten an hour.
 */
export function registerMyData(app: FastifyInstance, context: AppContext): void {
  const running = new Set<string>();
  const counterOf = (uid: string) =>
    ({ limit: "dataAccount", hash: context.clientKeys.hashAccount(uid) }) as const;
  const rejectSecond = (uid: string) => {
    if (running.has(uid)) throw new ApiError("download-running");
  };

  // The page asks this first, since it can show an error message; a download cannot.
  registerOwnEndpoint(app, settingsEndpoints.myDataReady, context, async ({ session }) => {
    rejectSecond(session.uid);
    await checkAttempt(context, counterOf(session.uid));
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.myData, context, async (call) => {
    const { request, reply, session } = call;
    if (request.method === "HEAD") return reply.send();
    const { uid } = session;
    rejectSecond(uid);
    running.add(uid);
    finished(reply.raw, () => running.delete(uid));
    await countAttempt(context, [counterOf(uid)]);
    // Loaded on first use, so that the server starts faster.
    const { sendDataOf } = await import("./send-data.ts");
    return sendDataOf({ session }, reply, context, request.log);
  });
}
