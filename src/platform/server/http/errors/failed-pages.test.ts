import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { contactForm } from "../../../../features/messages/contract/forms/contact.ts";
import { paymentLinkPath } from "../../../../features/payments/contract/payments.ts";
import { errors } from "../../../contract/errors/errors.ts";
import { saveFailed } from "../../../contract/errors/failures.ts";
import { outageNotices } from "../../../contract/errors/outage-errors.ts";
import { sentQuery } from "../../../contract/form-engine/submission.ts";
import { paths } from "../../../contract/paths.ts";

const native = { "content-type": "application/x-www-form-urlencoded" };

function wordsOf(html: string): string {
  return html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

/** Cookies of a browser that visited everything before the database went down. */
async function closeDatabase(site: TestApp): Promise<string> {
  const ruth = await signUp(site.app);
  const visit = await site.app.inject(paths.careIntake);
  const apply = visit.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  await site.database.close();
  return `${ruth.cookie}; ${apply}; completion=made-up`;
}

describeEachDialect("while the database is down", (_open, createDatabase, engine) => {
  test.each([
    [paths.support, "Web Support Portal", outageNotices.page],
    [paths.privacyRequest, "Data deletion request", outageNotices.page],
    [paths.login, "Welcome home.", outageNotices.page],
    [paths.caregiverLogin, "Log in", outageNotices.page],
    [paths.createAccount, "Create your account", outageNotices.page],
    [paths.careGetStarted, "Where do you live?", outageNotices.page],
    [paths.careIntake, "Apply as a", outageNotices.draft],
    [paths.proTalrooIntake, "Apply as a", outageNotices.draft],
  ])("somebody with cookies gets the page %s with a notice", async (url, heading, notice) => {
    const site = await openTestApp(createDatabase);
    const cookie = await closeDatabase(site);
    const page = await site.app.inject({ url, headers: { cookie } });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([
      503,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers["retry-after"]).toBe("30");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(wordsOf(page.body)).toContain(heading);
    expect(wordsOf(page.body)).toContain(notice);
    const head = await site.app.inject({ method: "HEAD", url, headers: { cookie } });
    expect([head.statusCode, head.body]).toEqual([503, ""]);
  });

  if (engine !== "sqlite") return;

  test.each([paths.support, paths.login, paths.createAccount, paths.careIntake, paths.home])(
    "somebody without cookies gets the page %s as usual",
    async (url) => {
      const { app, database } = await openTestApp(createDatabase);
      const before = await app.inject(url);
      await database.close();
      const page = await app.inject(url);
      expect([page.statusCode, page.body]).toEqual([200, before.body]);
    },
  );

  test("a notice says that a just submitted form has arrived and should not be sent again", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const sent = await app.inject({
      method: "POST",
      url: paths.contact,
      headers: native,
      payload: new URLSearchParams(validValues(contactForm)).toString(),
    });
    await database.close();
    const thanks = await app.inject(String(sent.headers.location));
    expect(thanks.statusCode).toBe(503);
    const reference = String(sent.headers.location).split("=")[1] ?? "";
    expect(wordsOf(thanks.body)).toContain(outageNotices.sent(reference));
    const madeUp = await app.inject(`${paths.contact}?${sentQuery}=<b>Call+me</b>`);
    expect(madeUp.body).toBe((await app.inject(paths.contact)).body);
  });

  test.each([paths.resetPassword, paths.confirmEmail])(
    "an emailed link to %s is not reported as used or expired",
    async (url) => {
      const { app, database } = await openTestApp(createDatabase);
      const outdated = await app.inject(`${url}?token=made-up`);
      expect(wordsOf(outdated.body)).toContain("already used, it is too old");
      await database.close();
      const page = await app.inject(`${url}?token=made-up`);
      expect(page.statusCode).toBe(503);
      expect(wordsOf(page.body)).toContain("We cannot check your link right now");
      expect(wordsOf(page.body)).toContain(outageNotices.link);
      expect(wordsOf(page.body)).not.toContain("already used, it is too old");
    },
  );

  test("a native post keeps its values, with both messages", async () => {
    const site = await openTestApp(createDatabase);
    await site.database.close();
    const response = await site.app.inject({
      method: "POST",
      url: paths.contact,
      headers: native,
      payload: new URLSearchParams({ ...validValues(contactForm), name: "Rosa" }).toString(),
    });
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "30"]);
    expect(response.body).toContain('value="Rosa"');
    expect(wordsOf(response.body)).toContain(saveFailed);
    expect(wordsOf(response.body)).toContain(errors.unavailable.message);
  });

  test("logging out without scripts and the payment link respond with pages", async () => {
    const site = await openTestApp(createDatabase);
    const cookie = await closeDatabase(site);
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const out = await site.app.inject({
      method: "POST",
      url: apiPaths.logout,
      headers: { ...headers, ...native },
      payload: "",
    });
    expect(out.statusCode).toBe(503);
    expect(wordsOf(out.body)).toContain(outageNotices.logOut);
    const link = await site.app.inject({ url: paymentLinkPath, headers });
    expect(link.statusCode).toBe(503);
    expect(wordsOf(link.body)).toContain("That did not work");
  });

  test("API clients still get JSON", async () => {
    const { app, database } = await openTestApp(createDatabase);
    await database.close();
    const response = await app.inject({
      url: apiPaths.session,
      headers: { cookie: "session=made-up" },
    });
    expect([response.statusCode, response.json().code]).toEqual([503, "unavailable"]);
  });
});
