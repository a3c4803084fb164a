import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import {
  againQuery,
  sentFormMinutes,
} from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { investorForm } from "../../contract/forms/investor.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";

/** The text of a page, without its styles, scripts and tags: short enough for a test report. */
function wordsOf(html: string): string {
  return html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "")
    .replace(/^.*<main[^>]*>|<\/main>.*$/gs, "")
    .replace(/<!-- -->/g, "");
}

function post({ app }: TestApp, url: string, values: Record<string, string>) {
  return app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(values).toString(),
  });
}

describeOnSqlite("forms without scripts", (_open, createDatabase) => {
  test.each(publicForms)(
    "$path saves and redirects to its thank-you view",
    async ({ form, path }) => {
      const app = await openTestApp(createDatabase);
      const response = await post(app, path, validValues(form));
      const [stored] = await app.submissions();
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe(`${path}?sent=${stored?.reference}`);

      const page = await app.app.inject(String(response.headers.location));
      expect(page.statusCode).toBe(200);
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(/<title>(.*?)<\/title>/.exec(page.body)?.[1]).toMatch(
        new RegExp(`^${form.success.heading} - \\w`),
      );
      expect(wordsOf(page.body)).toContain(form.success.heading);
      expect(wordsOf(page.body)).toContain(form.success.text);
      expect(wordsOf(page.body)).toContain(stored?.reference);
    },
  );

  test("only the browser that sent the investor form gets it filled again, for an hour", async () => {
    const app = await openTestApp(createDatabase);
    const values = { ...validValues(investorForm), notes: 'Call after six & "lunch"' };
    const { email = "", investmentAmount = "" }: Record<string, string> = values;
    const sent = await post(app, paths.investors, values);
    const thanks = await app.app.inject(String(sent.headers.location));
    expect(thanks.body).toContain(`<input type="hidden" name="${againQuery}" value="yes"/>`);
    const cookie = String(sent.headers["set-cookie"]).split(";")[0] ?? "";
    const url = `${paths.investors}?${againQuery}=yes`;
    const ask = async (headers: Record<string, string>, address = url) =>
      wordsOf((await app.app.inject({ url: address, headers })).body);

    const again = await app.app.inject({ url, headers: { cookie } });
    expect(again.headers["cache-control"]).toBe("no-store");
    for (const text of [email, investmentAmount, "Call after six &amp; "]) {
      expect(wordsOf(again.body)).toContain(text);
    }
    expect(await ask({})).not.toContain(email);
    expect(await ask({ cookie: "sent-form=another" })).not.toContain(email);
    expect(await ask({ cookie }, `${paths.contact}?${againQuery}=yes`)).not.toContain(email);
    app.clock.now += minutes(sentFormMinutes);
    expect(await ask({ cookie })).not.toContain(email);
  });

  test("forms that are empty after sending set no cookie", async () => {
    const app = await openTestApp(createDatabase);
    const sent = await post(app, paths.contact, validValues(contactForm));
    expect(sent.statusCode).toBe(303);
    expect(sent.headers["set-cookie"]).toBeUndefined();
  });

  test.each(publicForms)(
    "$path responds to invalid input with the form and what was typed",
    async ({ form, path }) => {
      const app = await openTestApp(createDatabase);
      const response = await post(app, path, { ...validValues(form), email: "rosa.at.home" });
      expect(response.statusCode).toBe(422);
      expect(wordsOf(response.body)).toContain("There is a problem");
      expect(/<title>(.*?)<\/title>/.exec(response.body)?.[1]).toMatch(/^Error: /);
      expect(wordsOf(response.body)).toContain("Email is invalid.");
      expect(wordsOf(response.body)).toContain('value="rosa.at.home"');
      expect(await app.submissions()).toEqual([]);
    },
  );

  test.each(publicForms.filter(({ form }) => form.fields.some(({ name }) => name === "phone")))(
    "$path offers a phone number that it can read, and takes it when the button is pressed",
    async ({ form, path }) => {
      const app = await openTestApp(createDatabase);
      const values = { ...validValues(form), phone: "719.555.0163 x204" };
      const page = wordsOf((await post(app, path, values)).body);
      expect(page).toContain("Phone number is invalid.");
      expect(page).toMatch(/<button[^>]+value="719-555-0163"[^>]+name="phone"/);
      expect(page).toContain("Extension 204 doesn’t fit here.");
      // A browser sends the field and then the pressed button.
      const payload = `${new URLSearchParams(values)}&phone=719-555-0163`;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const sent = await app.app.inject({ method: "POST", url: path, headers, payload });
      expect(sent.statusCode).toBe(303);
      expect((await app.submissions())[0]?.data.phone).toBe("719-555-0163");
    },
  );

  test("JSON is rejected at the path of a page", async () => {
    const app = await openTestApp(createDatabase);
    const payload = { name: "Rosa", email: "rosa@example.com", message: "Hello" };
    const response = await app.app.inject({ method: "POST", url: "/contact", payload });
    expect([response.statusCode, response.json().code]).toEqual([415, "unsupported-type"]);
    expect(await app.submissions()).toEqual([]);
  });

  test("what was typed cannot break out of the page", async () => {
    const app = await openTestApp(createDatabase);
    const nasty = "</script><script>alert(1)</script>";
    const response = await post(app, "/contact", { name: nasty, message: nasty });
    expect(response.body.includes(nasty)).toBe(false);
  });

  test("a failure to save keeps what was typed and shows the error", async () => {
    const app = await openTestApp(createDatabase);
    await app.database.close();
    const response = await post(app, "/contact", {
      name: "Rosa",
      email: "a@b.co",
      message: "Hello there",
    });
    expect(response.statusCode).toBe(503);
    expect(wordsOf(response.body)).toContain("An error occurred. Please try again.");
    expect(wordsOf(response.body)).toContain("Hello there");
  });

  test("the longest message of three-byte letters is accepted, though a browser sends 90 KB", async () => {
    const app = await openTestApp(createDatabase);
    const message = "王".repeat(10_000);
    const response = await post(app, "/contact", { name: "Rosa", email: "a@b.co", message });
    expect(response.statusCode).toBe(303);
    expect((await app.submissions())[0]?.data.message).toBe(message);
  });

  test("a flood is rejected with the time to wait", async () => {
    const app = await openTestApp(createDatabase);
    const write = (number: number) =>
      post(app, "/contact", { name: "Rosa", email: `a${number}@b.co`, message: "Hello" });
    for (let number = 0; number < 60; number += 1) await write(number);
    const response = await write(60);
    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("600");
    expect(wordsOf(response.body)).toContain(
      "An error occurred. Please try again. Wait 10 minutes first.",
    );
    expect((await write(59)).statusCode).toBe(303);
  });

  test("a page rendered after a post knows the site's origin", async () => {
    const app = await openTestApp(createDatabase, { PUBLIC_URL: "https://www.home.example" });
    const { body } = await post(app, "/contact", { name: "Rosa" });
    expect(body.includes("origin.invalid")).toBe(false);
  });

  test("two posts within the window are one record; a later one is another", async () => {
    const app = await openTestApp(createDatabase);
    const values = { name: "Rosa", email: "a@b.co", message: "Hello" };
    const first = await post(app, "/contact", values);
    app.clock.now += minutes(9);
    const second = await post(app, "/contact", values);
    expect(second.headers.location).toBe(first.headers.location);
    app.clock.now += minutes(25);
    await post(app, "/contact", values);
    expect(await app.submissions()).toHaveLength(2);
  });

  test("two posts on both sides of a window's edge are one record", async () => {
    const app = await openTestApp(createDatabase);
    const values = { name: "Rosa", email: "a@b.co", message: "Hello" };
    // The test's clock starts on the edge of a window; windows are ten minutes long.
    app.clock.now += minutes(9);
    const first = await post(app, "/contact", values);
    app.clock.now += minutes(2);
    const second = await post(app, "/contact", values);
    expect(second.statusCode).toBe(303);
    expect(second.headers.location).toBe(first.headers.location);
    app.clock.now += minutes(9) - 1;
    expect((await post(app, "/contact", values)).headers.location).toBe(first.headers.location);
    expect(await app.submissions()).toHaveLength(1);
    app.clock.now += 1;
    await post(app, "/contact", values);
    expect(await app.submissions()).toHaveLength(2);
  });

  test.each(["AAAA", "24RD2C99", "<script>"])(
    "an unknown reference %s shows the form",
    async (sent) => {
      const app = await openTestApp(createDatabase);
      const page = await app.app.inject(`/contact?sent=${encodeURIComponent(sent)}`);
      expect(page.statusCode).toBe(200);
      expect(wordsOf(page.body)).toContain("Send Message");
      expect(wordsOf(page.body)).not.toContain("Your reference");
    },
  );
});
