import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { type SignedIn, signUp } from "../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../tests/support/rows.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { withoutScripts } from "../contract/portal-pages.ts";

/** A native post of a signed-in person, as browsers without scripts send it. */
function post(
  person: SignedIn,
  path: string,
  fields: Readonly<Record<string, string>>,
  site = "same-origin",
) {
  // An object in name only: the type of the helper is that of JSON.
  const body = new URLSearchParams(fields).toString() as unknown as object;
  return person.request("POST", path, body, {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": site,
  });
}

async function openSite(createDatabase: Parameters<typeof openTestApp>[0]) {
  const site = await openTestApp(createDatabase);
  const ruth = await signUp(site.app);
  const walter = await signUp(site.app, { email: "walter@example.com", firstName: "Walter" });
  const ride = makeRequest(ruth.uid, { id: "ride", request_title: "Ride to the eye doctor" });
  await site.database.write((trx) => trx.insertInto("completed_requests").values(ride).execute());
  return { site, ruth, walter };
}

function readProfile({ database }: TestApp, { uid }: SignedIn) {
  return database.db
    .selectFrom("profiles")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
}

function fieldsOf(html: string): Record<string, string> {
  const form = /<form[^>]*action="\/portal\/edit-profile"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? "",
      /value="([^"]*)"/.exec(tag)?.[1] ?? "",
    ]),
  );
}

describeOnSqlite("a signed-in person's pages without scripts", (_open, createDatabase) => {
  test("show only the person's own data, and no cache stores them", async () => {
    const { ruth, walter } = await openSite(createDatabase);
    for (const [path, words] of [
      [paths.profile, ["Ruth Abernathy", "303-555-0101", "Ride to the eye doctor", "Incomplete"]],
      [`${paths.request}?id=ride`, ["Ride to the eye doctor", "Boulder, CO 80302"]],
      [paths.editProfile, ['value="Abernathy"', 'value="80302"']],
      [paths.settings, ["ruth@example.com", "Please confirm your email", "Contact me first by"]],
    ] as const) {
      const own = await ruth.request("GET", withoutScripts(path));
      expect([path, own.headers["cache-control"]]).toEqual([path, "no-store"]);
      for (const word of words) expect(own.body).toContain(word);
      expect(own.body).toContain(`action="${apiPaths.logout}"`);
      const other = await walter.request("GET", withoutScripts(path));
      expect(other.body).not.toMatch(/Ruth|eye doctor|ruth@/);
      const stranger = await ruth.request("GET", withoutScripts(path), undefined, { cookie: "" });
      expect(stranger.body).not.toMatch(/Ruth|eye doctor|ruth@/);
      expect(stranger.body).toContain("Log in first");
    }
  });

  test("change the profile, after one question about details that cannot work", async () => {
    const { site, ruth } = await openSite(createDatabase);
    const page = await ruth.request("GET", withoutScripts(paths.editProfile));
    const typed = { ...fieldsOf(page.body), city: "Lyons", phoneNumber: "5550101" };
    const asked = await post(ruth, paths.editProfile, typed);
    expect(asked.body).toContain("Save anyway?");
    expect(asked.body).toContain("This number has 7 digits.");
    expect(await readProfile(site, ruth)).toMatchObject({ city: "Boulder" });
    const again = fieldsOf(asked.body);
    expect(again).toMatchObject({ city: "Lyons", phoneNumber: "5550101" });
    const saved = await post(ruth, paths.editProfile, again);
    expect([saved.statusCode, saved.headers.location]).toEqual([
      303,
      `${withoutScripts(paths.profile)}&done`,
    ]);
    expect(await readProfile(site, ruth)).toMatchObject({ city: "Lyons", phone_number: "5550101" });
    const after = await ruth.request("GET", String(saved.headers.location));
    expect(after.body).toContain("Your changes are saved.");
  });

  test("keep what was typed when something is wrong, or was changed elsewhere", async () => {
    const { site, ruth } = await openSite(createDatabase);
    const page = await ruth.request("GET", withoutScripts(paths.editProfile));
    const wrong = await post(ruth, paths.editProfile, {
      ...fieldsOf(page.body),
      city: "Lyons",
      zip: "1".repeat(1001),
      _anyway: "yes",
    });
    expect(wrong.statusCode).toBe(422);
    expect(fieldsOf(wrong.body)).toMatchObject({ city: "Lyons" });
    expect(wrong.body).toContain("1,000 characters or fewer");
    await post(ruth, paths.editProfile, { ...fieldsOf(page.body), city: "Aspen" });
    const late = await post(ruth, paths.editProfile, { ...fieldsOf(page.body), city: "Lyons" });
    expect(late.statusCode).toBe(409);
    expect(late.body).toContain("changed somewhere else");
    const kept = fieldsOf(late.body);
    expect(kept).toMatchObject({ city: "Lyons" });
    expect((await post(ruth, paths.editProfile, kept)).statusCode).toBe(303);
    expect(await readProfile(site, ruth)).toMatchObject({ city: "Lyons" });
  });

  test("change how we answer, and send the link again", async () => {
    const { site, ruth } = await openSite(createDatabase);
    const emails = site.database.db.selectFrom("mail_outbox").select("id");
    const before = (await emails.execute()).length;
    expect((await post(ruth, paths.settings, { contactMethod: "Phone Call" })).statusCode).toBe(
      303,
    );
    expect(await readProfile(site, ruth)).toMatchObject({ contact_method: "Phone Call" });
    expect((await post(ruth, paths.settings, { verifyEmail: "yes" })).statusCode).toBe(303);
    expect((await emails.execute()).length).toBe(before + 1);
  });

  test("take nothing from other sites or without a session", async () => {
    const { site, ruth } = await openSite(createDatabase);
    const foreign = await post(ruth, paths.editProfile, { city: "Lyons" }, "cross-site");
    expect(foreign.statusCode).toBe(403);
    await ruth.request("POST", apiPaths.logout);
    const late = await post(ruth, paths.editProfile, { city: "Lyons" });
    expect([late.statusCode, String(late.headers.location)]).toEqual([
      303,
      `${paths.login}?next=${encodeURIComponent(withoutScripts(paths.editProfile))}`,
    ]);
    expect(await readProfile(site, ruth)).toMatchObject({ city: "Boulder" });
  });
});
