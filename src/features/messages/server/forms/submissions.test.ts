import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { specForms } from "../../../../../tests/support/spec-forms.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import {
  submissionExtras,
  submissionPath,
} from "../../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";
import { supportForm } from "../../contract/forms/support.ts";

const { key, formTime, honeypot } = submissionExtras;
const contact = validValues(contactForm);

function send(app: TestApp, collection: string, body: object) {
  return app.app.inject({ method: "POST", url: submissionPath(collection), payload: body });
}

describeEachDialect("plain forms", (_open, createDatabase, engine) => {
  test("posting a page twice, also concurrently, gives one record and response", async () => {
    const app = await openTestApp(createDatabase);
    const body = { ...contact, [key]: "page-1" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(app, contactForm.collection, body)),
    );

    const bodies = responses.map((response) => response.body);
    expect(responses.every((response) => response.statusCode === 201)).toBe(true);
    expect(new Set(bodies).size).toBe(1);
    expect(await app.submissions()).toHaveLength(1);
  });

  test.each(["x", "mib3f0aq-12-34", "\0\ud83d of any characters"])(
    "accepts the page's key %j like any other",
    async (pageKey) => {
      const app = await openTestApp(createDatabase);
      const body = { ...contact, [key]: pageKey };
      const first = await send(app, contactForm.collection, body);
      const second = await send(app, contactForm.collection, body);
      await send(app, contactForm.collection, { ...body, [key]: `${pageKey}-other` });
      expect(first.statusCode).toBe(201);
      expect(second.body).toBe(first.body);
      expect(await app.submissions()).toHaveLength(2);
    },
  );

  test("edited values from the same page are a new record", async () => {
    const app = await openTestApp(createDatabase);
    await send(app, contactForm.collection, { ...contact, [key]: "page-1" });
    await send(app, contactForm.collection, {
      ...contact,
      message: "And Loveland?",
      [key]: "page-1",
    });
    expect(await app.submissions()).toHaveLength(2);
  });

  test("requests without an idempotency key are not deduplicated", async () => {
    const app = await openTestApp(createDatabase);
    await send(app, contactForm.collection, contact);
    await send(app, contactForm.collection, contact);
    expect(await app.submissions()).toHaveLength(2);
  });

  test("marks the sixth message of one sender within ten minutes, not the first one after", async () => {
    const app = await openTestApp(createDatabase);
    const write = (number: number) =>
      send(app, contactForm.collection, { ...contact, message: `message ${number}` });
    for (const number of [1, 2, 3, 4, 5, 6]) {
      // Ids within one millisecond have no defined order.
      app.clock.now += 1;
      await write(number);
    }
    app.clock.now += minutes(11);
    await write(7);

    const reasons = (await app.submissions()).map((row) => row.spamReason);
    expect(reasons).toEqual([null, null, null, null, null, "many-from-sender", null]);
  });

  test("a flood from one address is rejected with the time to wait", async () => {
    const app = await openTestApp(createDatabase);
    for (let number = 0; number < 60; number += 1) {
      const email = `person${number}@example.com`;
      await send(app, contactForm.collection, { ...contact, email, [key]: `page-${number}` });
    }
    const again = { ...contact, email: "person59@example.com", [key]: "page-59" };
    // A retry stores nothing, so it does not count.
    expect((await send(app, contactForm.collection, again)).statusCode).toBe(201);
    const response = await send(app, contactForm.collection, {
      ...contact,
      email: "last@example.com",
    });

    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("600");
    expect(response.json()).toMatchObject({ code: "too-many", retryAfter: 600 });
    const stored = await app.submissions();
    expect(stored).toHaveLength(60);
    expect(stored.filter((row) => row.spamReason === "many-from-address")).toHaveLength(40);
  });

  test("an unavailable database is a 503 with a message and Retry-After", async () => {
    const app = await openTestApp(createDatabase);
    await app.database.close();
    const response = await send(app, contactForm.collection, contact);
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("30");
    expect(response.json()).toEqual({
      code: "unavailable",
      message: "We cannot save right now, or show what is saved. Please try again in a minute.",
    });
  });

  if (engine !== "sqlite") return;

  test.each(publicForms)(
    "stores $form.collection with the fields of the spec",
    async ({ form }) => {
      const app = await openTestApp(createDatabase);
      const values = validValues(form);
      const response = await send(app, form.collection, {
        ...values,
        [key]: "page-1",
        [formTime]: "9000",
      });

      expect(response.statusCode).toBe(201);
      const { reference } = response.json();
      expect(isReference(reference)).toBe(true);
      const stored = await app.submissions();
      expect(stored).toEqual([
        {
          collection: form.collection,
          reference,
          data: { ...values, timestamp: "2026-06-27T12:00:00.000Z" },
          spamReason: null,
        },
      ]);
      expect(Object.keys(stored[0]?.data ?? {})).toEqual([
        ...form.fields.map((field) => field.name),
        "timestamp",
      ]);
    },
  );

  test.each(specForms)(
    "rejects an empty $collection with the messages of the spec",
    async ({ collection, required }) => {
      const app = await openTestApp(createDatabase);
      const response = await send(app, collection, {});
      expect(response.statusCode).toBe(422);
      expect(response.json().code).toBe("invalid");
      expect(response.json().fields).toEqual(required);
      expect(await app.submissions()).toEqual([]);
    },
  );

  test("keeps what was typed, trimmed; empty optional fields and unsent choices have their defaults", async () => {
    const app = await openTestApp(createDatabase);
    await send(app, supportForm.collection, {
      firstName: " Ann ",
      lastName: "O’Neil",
      email: "ANN@Example.com",
      supportId: "X1",
      details: "  two\nlines ",
    });
    await send(app, contactForm.collection, { ...contact, phone: "" });

    const [support, plain] = await app.submissions();
    expect(support?.data).toMatchObject({
      firstName: "Ann",
      email: "ANN@Example.com",
      platform: supportForm.fields.find(({ name }) => name === "platform")?.options?.[0],
      contactMethod: "E-mail",
      details: "two\nlines",
    });
    expect(plain?.data.phone).toBe("");
  });

  test.each([
    ["a filled honeypot", { [honeypot]: "http://spam.example" }, "honeypot"],
    ["a form sent at once", { [formTime]: "300" }, "too-fast"],
    ["a form sent a moment too soon", { [formTime]: "1999" }, "too-fast"],
  ])("stores and marks %s, and responds as usual", async (_what, extra, reason) => {
    const app = await openTestApp(createDatabase);
    const response = await send(app, contactForm.collection, { ...contact, ...extra });
    expect(response.statusCode).toBe(201);
    expect((await app.submissions()).map((row) => row.spamReason)).toEqual([reason]);
  });

  test("does not mark a form that was open for two seconds", async () => {
    const app = await openTestApp(createDatabase);
    await send(app, contactForm.collection, { ...contact, [formTime]: "2000" });
    expect((await app.submissions()).map((row) => row.spamReason)).toEqual([null]);
  });

  test("behind an undeclared proxy, visitors share limits and are not exempt", async () => {
    const app = await openTestApp(createDatabase);
    const statuses: number[] = [];
    for (let number = 0; number < 61; number += 1) {
      const response = await app.app.inject({
        method: "POST",
        url: submissionPath(contactForm.collection),
        headers: { "x-forwarded-for": "203.0.113.9" },
        payload: { ...contact, email: `person${number}@example.com` },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect(await app.submissions()).toHaveLength(60);
  });
});
