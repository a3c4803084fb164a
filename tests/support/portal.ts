import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { Secret, TOTP } from "otpauth";
import type {
  AuthenticatorStart,
  RecoveryCodesResponse,
} from "../../src/features/customers/contract/settings.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { apiPaths } from "./api-paths.ts";
import type { TestPasskey } from "./passkey.ts";

/** Values of the create-account form. */
export const newAccount = {
  firstName: "Ruth",
  lastName: "Abernathy",
  city: "Boulder",
  state: "CO",
  zip: "80302",
  email: "ruth@example.com",
  phone: "303-555-0101",
  password: "seven apples",
} as const;

/** A signed-in person, each with a separate browser. */
export interface SignedIn {
  readonly uid: string;
  /** Value of the Cookie header; responses update it, as in a browser. */
  readonly cookie: string;
  /** Sends a request as one of our own pages does. */
  request(
    method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
}

export async function signUp(
  app: FastifyInstance,
  values: Partial<Record<keyof typeof newAccount, string>> = {},
): Promise<SignedIn> {
  const response = await app.inject({
    method: "POST",
    url: apiPaths.createAccount,
    payload: { ...newAccount, ...values },
  });
  const jar = new Map<string, string>();
  keepCookies(jar, response);
  const request: SignedIn["request"] = async (method, url, body, headers) => {
    const response = await app.inject({
      method,
      url,
      headers: { cookie: cookieHeader(jar), "sec-fetch-site": "same-origin", ...headers },
      ...(body && { payload: body as NonNullable<InjectOptions["payload"]> }),
    });
    keepCookies(jar, response);
    return response;
  };
  const { uid } = (await request("GET", apiPaths.session)).json();
  return {
    uid,
    get cookie() {
      return cookieHeader(jar);
    },
    request,
  };
}

/** Creates an account with a confirmed email address. */
export async function signUpConfirmed(
  site: { readonly app: FastifyInstance; readonly database: DatabaseClient },
  values: Partial<Record<keyof typeof newAccount, string>> = {},
): Promise<SignedIn> {
  const person = await signUp(site.app, values);
  await confirmEmail(site, person);
  return person;
}

export async function confirmEmail(
  { database }: { readonly database: DatabaseClient },
  { uid }: Pick<SignedIn, "uid">,
): Promise<void> {
  const confirmed = { email_verified_at: 1 };
  await database.write((trx) =>
    trx.updateTable("accounts").set(confirmed).where("uid", "=", uid).execute(),
  );
}

function keepCookies(jar: Map<string, string>, { cookies }: LightMyRequestResponse): void {
  for (const { name, value } of cookies) {
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
}

function cookieHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Adds a passkey as the settings page does. */
export async function addPasskey(
  { request }: SignedIn,
  passkey: TestPasskey,
  name = "My phone",
): Promise<LightMyRequestResponse> {
  const options = await request("POST", `${apiPaths.passkeys}/options`);
  return request("POST", apiPaths.passkeys, { name, response: passkey.create(options.json()) });
}

/** The current code of an authenticator app. @param now milliseconds since 1970 */
export function codeOf(secret: string, now: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
}

/** Turns codes on as the settings page does. */
export async function turnOnCodes({ request }: SignedIn, now: number) {
  const { secret } = (await request("POST", apiPaths.authenticator)).json<AuthenticatorStart>();
  const code = codeOf(secret, now);
  const response = await request("POST", `${apiPaths.authenticator}/confirm`, { code });
  return { secret, ...response.json<RecoveryCodesResponse>() };
}
