import type { FastifyInstance } from "fastify";
import { endpoints, personHeader, type SettingsResponse } from "../../contract/endpoints/endpoints.ts";
import { requireSession } from "../accounts/sessions.ts";
import type { AppContext } from "../context.ts";
import { wantsPrivacy } from "../recruiting/attribution.ts";
import { registerAuthenticator } from "./authenticator.ts";
import { registerContact } from "./contact.ts";
import { registerDeleteAccount } from "./delete-account.ts";
import { registerDevices } from "./devices.ts";
import { registerMyData } from "./my-data.ts";
import { registerPasskeys } from "./passkeys.ts";
import { registerReauth } from "./proof.ts";
import { readSettings } from "./read-settings.ts";
import { registerSignIn } from "./sign-in.ts";

/** What the settings page shows, and the calls by which each of its parts is saved on its own. */
export function registerSettings(app: FastifyInstance, context: AppContext): void {
  app.get(endpoints.settings, async (request, reply): Promise<SettingsResponse> => {
    const session = await requireSession(request, reply, context);
    reply.header(personHeader, session.uid);
    return { ...(await readSettings(session, context)), optOutSignal: wantsPrivacy(request) };
  });
  registerReauth(app, context);
  registerSignIn(app, context);
  registerPasskeys(app, context);
  registerAuthenticator(app, context);
  registerDevices(app, context);
  registerContact(app, context);
  registerMyData(app, context);
  registerDeleteAccount(app, context);
}
