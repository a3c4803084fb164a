import type { LightMyRequestResponse } from "fastify";
import { unzipSync } from "fflate";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { calls, picturesPath, profilePicturePath } from "../../src/contract/api.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { listGuarded } from "../support/guarded-routes.ts";
import { makePasskey } from "../support/passkey.ts";
import { phonePicture } from "../support/pictures.ts";
import { newAccount } from "../support/portal.ts";
import {
  passkeySite,
  readPersonalRows,
  type SettledPerson,
  settle,
} from "../support/settled-person.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

type Answer = Promise<LightMyRequestResponse>;

/** One call as the portal makes it: `me` sends it, and what it names is `owner`'s. */
interface Call {
  readonly route: string;
  /** It names something of one person, which is not there for anybody else. */
  readonly names?: true;
  readonly send: (me: SettledPerson, owner: SettledPerson, testApp: TestApp) => Answer;
}

const { password } = newAccount;
const proof = { password };

/** A call whose body does not depend on the person. */
function plain(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object): Call {
  return { route: `${method} ${url}`, send: (me) => me.call(method, url, body) };
}

/** A call with the name of something in its address. */
function named(
  method: "GET" | "DELETE",
  url: string,
  name: (owner: SettledPerson) => string,
): Call {
  return {
    route: `${method} ${url}/:id`,
    names: true,
    send: (me, owner) => me.call(method, `${url}/${name(owner)}`),
  };
}

/** Every guarded call with a body that is good, in an order in which each one can succeed. */
const everyCall: readonly Call[] = [
  plain("GET", calls.settings),
  plain("GET", calls.confirmIdentity),
  plain("GET", calls.profile),
  plain("GET", calls.requests),
  plain("GET", calls.requestsCsv),
  plain("GET", calls.myData),
  named("GET", calls.requests, ({ requestId }) => requestId),
  {
    route: `GET ${picturesPath}/*`,
    names: true,
    send: (me, { uid }) => me.call("GET", `${picturesPath}/${profilePicturePath(uid)}`),
  },
  {
    route: `POST ${calls.createStripeAccount}`,
    names: true,
    send: (me, { uid }) => me.call("POST", calls.createStripeAccount, { uid }),
  },
  {
    route: `POST ${calls.confirmStripeAccount}`,
    names: true,
    send: (me, { accountId }) => me.call("POST", calls.confirmStripeAccount, { accountId }),
  },
  {
    route: `PATCH ${calls.profile}`,
    async send(me) {
      const { version } = (await me.call("GET", calls.profile)).json();
      return me.call("PATCH", calls.profile, { version, changes: { addressLine1: "1 Elm St" } });
    },
  },
  plain("PATCH", calls.contactPreferences, { contactMethod: "Phone Call", newsletter: true }),
  {
    route: `PUT ${calls.picture}`,
    async send(me) {
      const type = { "content-type": "image/jpeg" };
      return me.call("PUT", calls.picture, await phonePicture(), type);
    },
  },
  plain("DELETE", calls.picture),
  named("DELETE", calls.devices, ({ otherDevices }) => otherDevices[0]),
  {
    route: `POST ${calls.logout}`,
    send: (me, _owner, { app }) =>
      app.inject({
        method: "POST",
        url: calls.logout,
        headers: { cookie: me.otherCookie, "sec-fetch-site": "same-origin" },
      }),
  },
  plain("DELETE", calls.devices),
  plain("POST", `${calls.confirmIdentity}/options`),
  plain("POST", calls.confirmIdentity, proof),
  named("DELETE", calls.passkeys, ({ passkeyLabel }) => passkeyLabel),
  plain("POST", `${calls.passkeys}/options`),
  {
    route: `POST ${calls.passkeys}`,
    async send(me) {
      const options = (await me.call("POST", `${calls.passkeys}/options`)).json();
      const response = makePasskey(passkeySite).create(options);
      return me.call("POST", calls.passkeys, { name: "New key", response });
    },
  },
  plain("POST", calls.recoveryCodes),
  plain("POST", `${calls.authenticator}/off`, proof),
  plain("POST", calls.authenticator),
  {
    route: `POST ${calls.authenticator}/confirm`,
    async send(me, _owner, { clock }) {
      const { secret } = (await me.call("POST", calls.authenticator)).json();
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now });
      return me.call("POST", `${calls.authenticator}/confirm`, { code });
    },
  },
  plain("POST", calls.verifyEmail),
  {
    route: `POST ${calls.changeEmail}`,
    send: (me) => me.call("POST", calls.changeEmail, { ...proof, email: `new-${me.email}` }),
  },
  plain("DELETE", calls.changeEmail),
  plain("POST", calls.changePassword, { ...proof, newPassword: "eight pears" }),
  plain("POST", calls.deleteAccount, { password: "eight pears" }),
];

/** All text of an answer, also of one that is packed. */
function wordsOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  if (headers["content-type"] !== "application/zip") return body;
  return Object.values(unzipSync(rawPayload))
    .map((bytes) => Buffer.from(bytes).toString())
    .join("\n");
}

describeEachDialect("one's own data", (_open, place) => {
  test("nobody reads or changes what is another's with any call, and its owner can with each", async () => {
    const testApp = await openTestApp(place, { PUBLIC_URL: passkeySite });
    const guarded = (await listGuarded(testApp.app)).map(({ method, url }) => `${method} ${url}`);
    expect(everyCall.map(({ route }) => route).sort()).toEqual(guarded.sort());
    const ruth = await settle(testApp, "ruth");
    const marcus = await settle(testApp, "marcus");
    const before = await readPersonalRows(testApp, ruth);
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);

    for (const { route, names, send } of everyCall) {
      const answer = await send(marcus, ruth, testApp);
      const reason = `${route}: ${answer.body}`;
      if (names) expect(answer.statusCode, reason).toBe(404);
      else expect(answer.statusCode, reason).toBeLessThan(300);
      expect(wordsOf(answer), route).not.toContain(ruth.marker);
      expect(await readPersonalRows(testApp, ruth), route).toEqual(before);
    }
    expect((await readPersonalRows(testApp, marcus)).accounts).toEqual([]);

    for (const { route, send } of everyCall) {
      const answer = await send(ruth, ruth, testApp);
      expect(answer.statusCode, `${route}: ${answer.body}`).toBeLessThan(300);
    }
  });
});
