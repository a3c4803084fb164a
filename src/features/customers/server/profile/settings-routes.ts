import type { FastifyInstance } from "fastify";
import { personHeader } from "../../../../platform/contract/define-endpoint.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { wantsPrivacy } from "../../../../platform/server/http/privacy-signal.ts";
import { registerDeleteAccount } from "../../../privacy/server/own-data/delete-account.ts";
import { registerMyData } from "../../../privacy/server/own-data/my-data.ts";
import { registerPrivacyRequests } from "../../../privacy/server/own-data/routes.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { registerPortalPosts } from "../portal-posts.ts";
import { registerAuthenticator } from "../security/authenticator.ts";
import { registerDevices } from "../security/devices.ts";
import { registerPasskeys } from "../security/passkeys.ts";
import { registerReauth } from "../security/reauth.ts";
import { registerSignIn } from "../security/sign-in.ts";
import { registerContact } from "./contact.ts";
import { readSettings } from "./read-settings.ts";

export function registerSettings(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.read, context, async (call) => {
    const { request, reply, session } = call;
    reply.header(personHeader, session.uid);
    return {
      ...(await readSettings(session, context)),
      optOutSignal: wantsPrivacy(request, context.config),
    };
  });
  registerReauth(app, context);
  registerSignIn(app, context);
  registerPasskeys(app, context);
  registerAuthenticator(app, context);
  registerDevices(app, context);
  registerContact(app, context);
  registerMyData(app, context);
  registerDeleteAccount(app, context);
  registerPrivacyRequests(app, context);
  registerPortalPosts(app, context);
}
