import type { FastifyInstance } from "fastify";
import {
  endpoints,
  personHeader,
  type SettingsResponse,
} from "../../contract/endpoints/endpoints.ts";
import { requireSession } from "../auth/accounts/sessions.ts";
import type { AppContext } from "../context/app-context.ts";
import { wantsPrivacy } from "../platform/http/privacy-signal.ts";
import { registerDeleteAccount } from "./privacy/delete-account.ts";
import { registerMyData } from "./privacy/my-data.ts";
import { registerAuthenticator } from "./security/authenticator.ts";
import { registerDevices } from "./security/devices.ts";
import { registerPasskeys } from "./security/passkeys.ts";
import { registerReauth } from "./security/reauth.ts";
import { registerSignIn } from "./security/sign-in.ts";
import { registerContact } from "./settings/contact.ts";
import { readSettings } from "./settings/read-settings.ts";

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
