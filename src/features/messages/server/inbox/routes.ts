import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { inboxEndpoints } from "../../contract/desk/inbox-endpoints.ts";
import type { InboxEvents } from "./events.ts";

const passive = { isPassive: true } as const;

/** The inbox's endpoints, and the end of its streams when the server stops. */
export function registerInbox(app: FastifyInstance, context: AppContext): void {
  let events: InboxEvents | undefined;
  app.addHook("preClose", async () => events?.close());
  const load = async () => {
    const [module, { inboxHandlers }] = await Promise.all([
      import("./events.ts"),
      import("./handlers.ts"),
    ]);
    events = new module.InboxEvents(context, app.log);
    return inboxHandlers(context, events);
  };
  const options = { counts: passive, present: passive, events: passive };
  registerDeskEndpoints(app, context, inboxEndpoints, load, options);
}
