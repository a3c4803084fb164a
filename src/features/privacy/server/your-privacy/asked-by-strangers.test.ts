import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { signUpConfirmed } from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { paths } from "../../../../platform/contract/paths.ts";

const page = paths.yourPrivacy;
const ruth = { act: "ask", ask: "deletion", name: "Ruth", email: "ruth@example.com" };

const form = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();
const referenceIn = (location: unknown) => String(location).replace(`${page}?sent=`, "");

/** Asks from a network. @returns the reference, or the status of a rejection */
async function askFrom(
  { app }: TestApp,
  network: number,
  values: Readonly<Record<string, string>> = ruth,
): Promise<string> {
  const { statusCode, headers } = await app.inject({
    method: "POST",
    url: page,
    remoteAddress: `192.0.2.${network}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    payload: form(values),
  });
  return statusCode === 303 ? referenceIn(headers.location) : String(statusCode);
}

const countLinks = async ({ database }: TestApp) =>
  (await readEmails(database)).filter(({ kind }) => kind === "privacy-identity").length;

describeEachDialect("requests that strangers make for an address", (_open, createDatabase) => {
  test("tell nothing of its own, are few from one network, and leave links for the others", async () => {
    const testApp = await openTestApp(createDatabase);
    const own = await askFrom(testApp, 1, { ...ruth, _key: "of her page" });
    expect(await askFrom(testApp, 1, { ...ruth, _key: "of her page" })).toBe(own);
    const asked = [];
    for (let time = 0; time < 4; time += 1) asked.push(await askFrom(testApp, 2));
    expect(asked.slice(0, 3)).not.toContain(own);
    expect(asked[3]).toBe("429");
    expect(await countLinks(testApp)).toBe(4);
    const other = { ...ruth, _key: "of her page", details: "Also my old address" };
    expect(await askFrom(testApp, 1, other)).not.toBe(own);
    expect(await countLinks(testApp)).toBe(5);
    expect(await askFrom(testApp, 3)).toMatch(/^[A-Z0-9]{8}$/);
    expect(await countLinks(testApp)).toBe(5);
    const [two, many] = [4, 5].map((network) => () => askFrom(testApp, network));
    for (let time = 0; time < 3; time += 1) await two?.();
    expect([await many?.(), await many?.()]).toEqual([expect.stringMatching(/\w{8}/), "422"]);

    // Logged in with the address, confirmed, she is not kept waiting.
    const person = await signUpConfirmed(testApp, { email: ruth.email });
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const mine = { ...ruth, ask: "copy" };
    const sent = await person.request("POST", page, form(mine) as unknown as object, type);
    expect(referenceIn(sent.headers.location)).toMatch(/^[A-Z0-9]{8}$/);
    expect(await countLinks(testApp)).toBe(6);
  });

  test("are one, pressed twice at the same time", async () => {
    const testApp = await openTestApp(createDatabase);
    const values = { ...ruth, _key: "of her page" };
    const [first, second] = await Promise.all([
      askFrom(testApp, 1, values),
      askFrom(testApp, 1, values),
    ]);
    expect(first).toBe(second);
    expect(await countLinks(testApp)).toBe(1);
  });
});
