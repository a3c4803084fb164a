import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { requestHelpPath } from "../../../messages/contract/forms/request-help.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";

/** The values of a served form's inputs, by name. */
function inputs(html: string): Record<string, string> {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const entries = [...main.matchAll(/<input[^>]*>/g)].map(([tag]): [string, string] => [
    / name="([^"]+)"/.exec(tag)?.[1] ?? "",
    / value="([^"]*)"/.exec(tag)?.[1] ?? "",
  ]);
  return Object.fromEntries(entries);
}

describeOnSqlite("forms for signed-in people", (_open, createDatabase) => {
  test("are prefilled with name, email and support ID, and never stored by a cache", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const { supportId } = (await ruth.request("GET", apiPaths.session)).json();
    const support = await ruth.request("GET", paths.support);
    expect(inputs(support.body)).toMatchObject({
      firstName: newAccount.firstName,
      lastName: newAccount.lastName,
      email: newAccount.email,
      supportId,
    });
    const request = await ruth.request("GET", paths.privacyRequest);
    expect(inputs(request.body)).toMatchObject({
      name: `${newAccount.firstName} ${newAccount.lastName}`,
      email: newAccount.email,
      phone: "",
      supportId,
    });
    for (const { statusCode, headers } of [support, request]) {
      expect(statusCode).toBe(200);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers.etag).toBeUndefined();
    }
  });

  test("each person gets their own data, in prefetched pages too", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const ada = await signUp(app, { email: "ada@example.com", firstName: "Ada" });
    const page = await app.inject({
      url: paths.support,
      headers: { cookie: ada.cookie, "sec-purpose": "prefetch" },
    });
    expect(inputs(page.body)).toMatchObject({ firstName: "Ada", email: "ada@example.com" });
    expect(page.body).not.toContain(newAccount.email);
    expect(inputs((await ruth.request("GET", paths.support)).body).email).toBe(newAccount.email);
  });

  test("names cannot break out of the page", async () => {
    const { app } = await openTestApp(createDatabase);
    const lastName = '"></script><script>alert(1)</script>';
    const ruth = await signUp(app, { lastName });
    const { body } = await ruth.request("GET", paths.support);
    expect(body).not.toContain("<script>alert");
  });

  test("other pages, and everybody without a session, get the built page", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    for (const page of [paths.contact, paths.feedback, paths.home]) {
      const signedIn = await ruth.request("GET", page);
      expect(signedIn.body).toBe((await app.inject(page)).body);
      expect(signedIn.headers["cache-control"]).toBe("no-cache");
    }
    await ruth.request("POST", apiPaths.logout);
    const built = await app.inject(paths.support);
    for (const cookie of [ruth.cookie, "session=made-up", "other=1"]) {
      const page = await app.inject({ url: paths.support, headers: { cookie } });
      expect(page.body).toBe(built.body);
    }
  });

  test("help with a request starts with its reference, for everybody; other texts are ignored", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const started = "About my request A2345678:";
    const own = await ruth.request("GET", requestHelpPath("A2345678"));
    expect(own.body).toContain(`>${started}`);
    expect(inputs(own.body).email).toBe(newAccount.email);
    const strange = await app.inject(requestHelpPath("A2345678"));
    expect(strange.body).toContain(`>${started}`);
    expect(strange.headers["cache-control"]).toBe("no-store");
    expect(inputs(strange.body).email).toBe("");
    const invalid = await app.inject(requestHelpPath("<b>Call me</b>"));
    expect(invalid.body).toBe((await app.inject(paths.support)).body);
  });

  test("a thank-you view and a rejected form show what was sent, not the person's data", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const post = (values: Record<string, string>) =>
      app.inject({
        method: "POST",
        url: paths.privacyRequest,
        headers: { cookie: ruth.cookie, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(values).toString(),
      });
    const sent = await post(validValues(dataDeletionForm));
    const thanks = await ruth.request("GET", String(sent.headers.location));
    expect(thanks.body).toContain(dataDeletionForm.success.heading);
    expect(inputs(thanks.body).supportId).toBeUndefined();
    const rejected = await post({ name: "Typed", email: "", supportId: "" });
    expect(inputs(rejected.body)).toMatchObject({ name: "Typed", email: "", supportId: "" });
  });
});
