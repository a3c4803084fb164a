import type { FastifyInstance } from "fastify";
import { liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Feature } from "../../../../platform/server/feature.ts";
import { registerDeskEndpoints } from "../access/desk-endpoint.ts";
import type { LiveChannel } from "./live-channel.ts";

/** Registers the channel for the topics that features announce; its streams end with the server. */
export function registerLive(
  app: FastifyInstance,
  context: AppContext,
  features: readonly Feature[],
): void {
  const topics = new Map(features.flatMap(({ liveTopics = {} }) => Object.entries(liveTopics)));
  let channel: LiveChannel | undefined;
  app.addHook("preClose", async () => channel?.close());
  const load = async () => {
    const [module, { liveHandlers }] = await Promise.all([
      import("./live-channel.ts"),
      import("./handlers.ts"),
    ]);
    channel = new module.LiveChannel(context, app.log, topics);
    return liveHandlers(context, channel, topics);
  };
  registerDeskEndpoints(app, context, liveEndpoints, load, {
    events: { isPassive: true },
    present: { isPassive: true },
  });
}
