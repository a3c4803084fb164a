import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { shortest } from "../../../../../tests/support/applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { stateOf, TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { errors } from "../../../../platform/contract/errors/errors.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";

const { step: stepName, token: tokenName } = intakeNames;
const { intake, getStarted, complete } = tracks.care;
const calls = recruitingPaths("care");
const moved = errors["draft-moved"].message;
const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");

/** Tokens of the links that were emailed to an address, oldest first. */
async function readLinks({ database }: TestApp, recipient: string): Promise<string[]> {
  const emails = await database.db
    .selectFrom("mail_outbox")
    .select(["text", "recipient"])
    .where("kind", "=", "application-link")
    .orderBy("id")
    .execute();
  return emails
    .filter((email) => email.recipient.toLowerCase() === recipient)
    .map(({ text }) => /resume=([\w-]+)/.exec(text)?.[1] ?? "");
}

const grace = "grace.okafor@example.com";

/** A first browser with a draft up to its second step, and a second one that took it over. */
async function takeOver(server: TestApp) {
  const first = new TestBrowser(server.app);
  await first.post(intake, { ...shortest.care.about, [stepName]: "about" });
  await first.postJson(calls.emailLink);
  const [token = ""] = await readLinks(server, grace);
  const second = new TestBrowser(server.app);
  const used = await second.post(intake, { [tokenName]: token }, "resume");
  expect([used.statusCode, used.headers.location]).toEqual([303, intake]);
  return { first, second, token };
}

function stored({ database }: TestApp) {
  return database.db
    .selectFrom("applications")
    .select(["id", "status", "answers", "resume_name"])
    .orderBy("id")
    .execute();
}

describeEachDialect(
  "taking over an application with an emailed link",
  (_open, createDatabase, engine) => {
    test("the former browser sees that the application moved, and none of the answers", async () => {
      const server = await openTestApp(createDatabase);
      const { first, second } = await takeOver(server);
      await second.post(intake, { ...shortest.care.about, city: "Greeley", [stepName]: "about" });
      expect((await second.state(intake))?.recruiting).toMatchObject({ step: "experience" });
      for (const address of [intake, `${intake}?step=about`, `${intake}?step=check`]) {
        const page = await first.get(address);
        expect(stateOf(page)?.recruiting).toEqual({
          kind: "intake",
          track: "care",
          step: "moved",
          answers: {},
          done: [],
        });
        expect(page.body).toContain(moved);
        expect(page.body).toContain("Ask for the link again");
        expect(page.body).not.toContain("Greeley");
        expect(page.body).not.toMatch(/grace\.okafor/i);
      }
      expect((await first.draft("care")).json()).toMatchObject({ step: "moved", answers: {} });
    });

    test("the former browser takes it back with a new link, or starts a new one", async () => {
      const server = await openTestApp(createDatabase);
      const { first, second } = await takeOver(server);
      // Its first page redirects to the page that says so, and creates no draft.
      const start = await first.post(getStarted, { zip: "80537", [stepName]: "zip" });
      expect([start.statusCode, start.headers.location]).toEqual([303, intake]);
      await first.post(getStarted, { email: grace, [stepName]: "link" });
      const links = await readLinks(server, grace);
      expect(links).toHaveLength(2);
      await first.post(intake, { [tokenName]: links[1] ?? "" }, "resume");
      expect((await first.state(intake))?.recruiting).toMatchObject({ step: "experience" });
      expect((await second.state(intake))?.recruiting).toMatchObject({ step: "moved" });

      await second.post(intake, { [stepName]: "about" }, "discard");
      expect(await second.state(intake)).toBeUndefined();
      await second.post(intake, { ...shortest.care.about, firstName: "Ada", [stepName]: "about" });
      const answers = (await stored(server)).map((row) => JSON.parse(row.answers).firstName);
      expect(answers).toEqual(["Grace", "Ada"]);
      expect((await first.state(intake))?.recruiting).toMatchObject({ step: "experience" });
    });

    test("a link works again, even in the browser that has the draft already", async () => {
      const server = await openTestApp(createDatabase);
      const { first, second, token } = await takeOver(server);
      for (const browser of [second, first, second]) {
        const used = await browser.post(intake, { [tokenName]: token }, "resume");
        expect(used.statusCode).toBe(303);
        expect((await browser.state(intake))?.recruiting).toMatchObject({ step: "experience" });
      }
      expect((await first.state(intake))?.recruiting).toMatchObject({ step: "moved" });
    });

    test("the former browser cannot see what is sent from the other one", async () => {
      const server = await openTestApp(createDatabase);
      const { first, second } = await takeOver(server);
      await second.post(intake, { ...shortest.care.experience, [stepName]: "experience" });
      await second.post(intake, { ...shortest.care.last, [stepName]: "last" });
      await second.submit("care");
      const again = await first.postJson(calls.submit);
      expect([again.statusCode, again.json().code]).toEqual([409, "application-sent"]);
      expect((await first.get(complete)).body).not.toContain("Grace");
      expect((await stored(server)).map(({ status }) => status)).toEqual(["new"]);
    });

    test("links end when the address in the application changes", async () => {
      const server = await openTestApp(createDatabase);
      const attacker = new TestBrowser(server.app);
      const about = { ...shortest.care.about, [stepName]: "about" };
      await attacker.post(intake, { ...about, email: "attacker@example.com" });
      await attacker.postJson(calls.emailLink);
      const [own = ""] = await readLinks(server, "attacker@example.com");
      // A link to the same application, emailed to somebody who then continues it.
      await attacker.post(intake, about);
      await attacker.postJson(calls.emailLink);
      const [mailed = ""] = await readLinks(server, grace);
      const reader = new TestBrowser(server.app);
      await reader.post(intake, { [tokenName]: mailed }, "resume");
      await reader.post(intake, { ...about, city: "Greeley" });
      const used = await attacker.post(intake, { [tokenName]: own }, "resume");
      expect(used.statusCode).toBe(410);
      expect((await attacker.get(intake)).body).not.toContain("Greeley");
      // A different letter case is the same address.
      await reader.post(intake, { ...about, email: grace.toUpperCase() });
      const again = await new TestBrowser(server.app).post(
        intake,
        { [tokenName]: mailed },
        "resume",
      );
      expect(again.statusCode).toBe(303);
    });

    if (engine !== "sqlite") return;

    test("what the former browser still sends changes nothing, with an error code of its own", async () => {
      const server = await openTestApp(createDatabase);
      const { first, second } = await takeOver(server);
      await second.put(`${calls.resume}?name=cv.pdf`, pdf);
      const before = await stored(server);
      const change = { page: intake, step: "about", answers: { city: "Denver" } };
      for (const response of [
        await first.postJson(calls.draft, change),
        await first.postJson(calls.draft, { ...change, typing: true }),
        await first.postJson(calls.draft, { page: intake, step: "experience", answers: {} }),
        await first.postJson(calls.emailLink),
        await first.put(`${calls.resume}?name=other.pdf`, pdf),
        await first.remove(calls.resume),
        await first.postJson(calls.submit),
      ]) {
        expect([response.statusCode, response.json()]).toEqual([
          409,
          { code: "draft-moved", message: moved },
        ]);
      }
      expect((await first.postJson(calls.discard)).statusCode).toBe(200);
      expect(await stored(server)).toEqual(before);
    });

    test("without scripts, the page that says so keeps what was typed", async () => {
      const server = await openTestApp(createDatabase);
      const { first } = await takeOver(server);
      for (const action of ["continue", "mail-link"]) {
        const typed = { ...shortest.care.about, city: "Denver", [stepName]: "about" };
        const rejected = await first.post(intake, typed, action);
        expect(rejected.statusCode).toBe(409);
        expect(stateOf(rejected)).toMatchObject({
          failure: moved,
          recruiting: { step: "about", answers: { city: "Denver" }, done: [] },
        });
        expect(rejected.body).toContain(`${getStarted}#go-on`);
      }
      const later = await first.post(intake, { hasCar: "Yes", [stepName]: "experience" });
      expect(stateOf(later)?.recruiting).toMatchObject({
        step: "experience",
        answers: { hasCar: "Yes" },
      });
      const sent = await first.post(intake, { [stepName]: "check" });
      expect(sent.statusCode).toBe(409);
      expect(stateOf(sent)?.recruiting).toMatchObject({ step: "moved" });
      expect(await stored(server)).toHaveLength(1);
    });
  },
);
