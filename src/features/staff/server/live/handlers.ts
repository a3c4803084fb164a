import type { liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { LiveTopic } from "../../../../platform/server/live-topic.ts";
import type { DeskHandlers } from "../access/desk-endpoint.ts";
import type { LiveChannel } from "./live-channel.ts";
import { setPresence } from "./presence.ts";

/** Handlers of the live channel. Somebody is present only at records that they may read. */
export function liveHandlers(
  { database, now }: AppContext,
  channel: LiveChannel,
  topics: ReadonlyMap<string, LiveTopic>,
): DeskHandlers<typeof liveEndpoints> {
  return {
    events: ({ reply, session }) => channel.open(reply, session),
    present: async ({ session, body }) => {
      const topic = topics.get(body.topic);
      if (!topic) throw new ApiError("malformed");
      if (!hasPermission(session.roles, topic.permission)) throw new ApiError("not-allowed");
      await database.writeOne((one) => setPresence(one, session.staffId, body, now()));
      return {};
    },
  };
}
