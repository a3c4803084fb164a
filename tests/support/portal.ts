import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { calls } from "../../src/contract/api.ts";

/** What a person types to create an account. */
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

/** Somebody signed in, in a browser of their own. */
export interface SignedIn {
  readonly uid: string;
  /** Value of the Cookie header. */
  readonly cookie: string;
  /** Sends a call the way one of our own pages does. */
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: object,
  ): Promise<LightMyRequestResponse>;
}

/** Creates an account and stays signed in. */
export async function signUp(
  app: FastifyInstance,
  values: Partial<Record<keyof typeof newAccount, string>> = {},
): Promise<SignedIn> {
  const answer = await app.inject({
    method: "POST",
    url: calls.createAccount,
    payload: { ...newAccount, ...values },
  });
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const call: SignedIn["call"] = (method, url, body) =>
    app.inject({
      method,
      url,
      headers: { cookie, "sec-fetch-site": "same-origin" },
      ...(body && { payload: body as NonNullable<InjectOptions["payload"]> }),
    });
  const { uid } = (await call("GET", calls.session)).json();
  return { uid, cookie, call };
}
