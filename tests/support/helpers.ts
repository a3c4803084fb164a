import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { linkIn } from "./emails.ts";
import { type SignedIn, signUpConfirmed } from "./portal.ts";
import type { TestApp } from "./test-app.ts";

/** A native post, as browsers send it with and without scripts. */
export function postForm(
  person: SignedIn,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  const body = new URLSearchParams(fields).toString() as unknown as object;
  return person.request("POST", url, body, {
    "content-type": "application/x-www-form-urlencoded",
  });
}

export type PartName = "requests" | "asks" | "messages";

/** What the fields of the invitation post for these parts. */
const checked = (parts: readonly PartName[]) =>
  Object.fromEntries(parts.map((part) => [part, "on"]));

/** Invites an address as the person's page does. @returns the token of the link */
export async function inviteByEmail(
  { database }: Pick<TestApp, "database">,
  person: SignedIn,
  email: string,
  parts: readonly PartName[] = ["requests", "asks", "messages"],
): Promise<string> {
  const fields = { name: "Maria Delgado", relation: "Daughter", email, ...checked(parts) };
  const response = await postForm(person, paths.helpers, { ...fields, _act: "invite" });
  expect([response.statusCode, response.headers.location]).toEqual([
    303,
    `${paths.helpers}?said=invited`,
  ]);
  const { url } = await linkIn(database, "helper-invitation");
  return url.searchParams.get("invitation") ?? "";
}

/** The id of the help in the address after accepting. */
export async function accept(helper: SignedIn, code: string): Promise<string> {
  const response = await postForm(helper, paths.helping, { _act: "accept", code });
  const id = /[?&]for=([\w-]+)/.exec(response.headers.location ?? "")?.[1];
  if (response.statusCode !== 303 || !id) throw new Error(response.body.slice(0, 2000));
  return id;
}

/** A person and a helper with these parts. */
export async function openHelp(testApp: TestApp, parts?: readonly PartName[]) {
  const rosa = await signUpConfirmed(testApp, { firstName: "Rosa", email: "rosa@example.com" });
  const maria = await signUpConfirmed(testApp, {
    firstName: "Maria",
    lastName: "Delgado",
    email: "maria@example.com",
  });
  const id = await accept(maria, await inviteByEmail(testApp, rosa, "maria@example.com", parts));
  return { rosa, maria, id };
}
