import type { LightMyRequestResponse } from "fastify";
import { Secret, TOTP } from "otpauth";
import { picturesPath, profilePicturePath } from "../../src/features/customers/contract/profile.ts";
import { askEndpoints } from "../../src/features/requests/contract/ask-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { apiPaths } from "./api-paths.ts";
import { makePasskey } from "./passkey.ts";
import { type PersonWithData, passkeySite } from "./person-with-data.ts";
import { phonePicture } from "./pictures.ts";
import type { TestApp } from "./test-app.ts";

type Send = (
  me: PersonWithData,
  owner: PersonWithData,
  testApp: TestApp,
) => Promise<LightMyRequestResponse>;

/** A portal request that `me` sends about data of `owner`. */
interface EndpointCase {
  readonly route: string;
  readonly send: Send;
  /** The request names one person's data; everybody else gets a 404. */
  readonly names?: boolean;
  /** What it requires if the last reauthentication was more than ten minutes ago. */
  readonly needs?: "reauthentication" | "password";
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function endpoint(
  method: Method,
  url: string,
  send: Send,
  more: Partial<EndpointCase> = {},
): EndpointCase {
  return { route: `${method} ${url}`, send, ...more };
}

/** A request whose body does not depend on the person. */
function plain(method: Exclude<Method, "PUT">, url: string, body?: object): EndpointCase {
  return endpoint(method, url, (me) => me.request(method, url, body));
}

function named(
  method: "GET" | "DELETE",
  url: string,
  name: (owner: PersonWithData) => string,
): EndpointCase {
  const send: Send = (me, owner) => me.request(method, `${url}/${name(owner)}`);
  return endpoint(method, `${url}/:id`, send, { names: true });
}

function withPassword(
  url: string,
  values: (me: PersonWithData) => object = () => ({}),
): EndpointCase {
  const send: Send = (me) => me.request("POST", url, { password: me.password, ...values(me) });
  return endpoint("POST", url, send, { needs: "password" });
}

/** A request that requires a recent reauthentication. */
function recent(endpointCase: EndpointCase): EndpointCase {
  return { ...endpointCase, needs: "reauthentication" };
}

const { authenticator, confirmIdentity, createStripeAccount, confirmStripeAccount } = apiPaths;
const { passkeys, profile } = apiPaths;

/**
 * Every portal endpoint that requires a session, with a valid body, in an order in which all
 * succeed.
 */
export const everyPortalEndpoint: readonly EndpointCase[] = [
  plain("GET", apiPaths.settings),
  plain("GET", profile),
  plain("GET", apiPaths.requests),
  plain("GET", apiPaths.requestsCsv),
  plain("GET", pathOf(askEndpoints.list)),
  recent(plain("GET", apiPaths.myData)),
  recent(plain("GET", `${apiPaths.myData}/ready`)),
  named("GET", apiPaths.requests, ({ requestId }) => requestId),
  endpoint(
    "GET",
    `${picturesPath}/*`,
    (me, { uid }) => me.request("GET", `${picturesPath}/${profilePicturePath(uid)}`),
    { names: true },
  ),
  endpoint(
    "POST",
    createStripeAccount,
    (me, { uid }) => me.request("POST", createStripeAccount, { uid }),
    { names: true },
  ),
  endpoint(
    "POST",
    confirmStripeAccount,
    (me, { accountId }) => me.request("POST", confirmStripeAccount, { accountId }),
    { names: true },
  ),
  endpoint("PATCH", profile, async (me) => {
    const { version } = (await me.request("GET", profile)).json();
    const changes = { addressLine1: "1 Elm St", emailAddress: `profile-${me.email}` };
    return me.request("PATCH", profile, { version, changes });
  }),
  plain("PATCH", apiPaths.contactPreferences, { contactMethod: "Phone Call", newsletter: true }),
  endpoint("PUT", apiPaths.picture, async (me) =>
    me.request("PUT", apiPaths.picture, await phonePicture(), { "content-type": "image/jpeg" }),
  ),
  plain("DELETE", apiPaths.picture),
  named("DELETE", `${apiPaths.settings}/apps`, ({ marker }) => `${marker}-login`),
  named("DELETE", apiPaths.devices, ({ otherDevices }) => otherDevices[0]),
  endpoint("POST", apiPaths.logout, (me, _owner, { app }) =>
    app.inject({
      method: "POST",
      url: apiPaths.logout,
      headers: { cookie: me.otherCookie, "sec-fetch-site": "same-origin" },
    }),
  ),
  plain("DELETE", apiPaths.devices),
  plain("POST", `${confirmIdentity}/options`),
  withPassword(confirmIdentity),
  recent(named("DELETE", passkeys, ({ passkeyLabel }) => passkeyLabel)),
  recent(plain("POST", `${passkeys}/options`)),
  recent(
    endpoint("POST", passkeys, async (me) => {
      const options = (await me.request("POST", `${passkeys}/options`)).json();
      // Without options there is nothing to sign; the request must still be rejected.
      const response = options.challenge ? makePasskey(passkeySite).create(options) : {};
      return me.request("POST", passkeys, { name: "New key", response });
    }),
  ),
  recent(plain("POST", apiPaths.recoveryCodes)),
  withPassword(`${authenticator}/off`),
  recent(plain("POST", authenticator)),
  recent(
    endpoint("POST", `${authenticator}/confirm`, async (me, _owner, { clock }) => {
      const { secret } = (await me.request("POST", authenticator)).json();
      const code = secret
        ? TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now })
        : "123456";
      return me.request("POST", `${authenticator}/confirm`, { code });
    }),
  ),
  plain("POST", apiPaths.verifyEmail),
  withPassword(apiPaths.changeEmail, ({ email }) => ({ email: `new-${email}` })),
  plain("DELETE", apiPaths.changeEmail),
  withPassword(apiPaths.changePassword, ({ password }) => ({ newPassword: password })),
  withPassword(apiPaths.deleteAccount),
];
