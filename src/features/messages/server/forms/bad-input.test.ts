import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../contract/forms/contact.ts";

const url = submissionPath(contactForm.collection);
const contact = validValues(contactForm);
const json = { "content-type": "application/json" };

function withField(name: string, value: unknown): string {
  return JSON.stringify({ ...contact, [name]: value });
}

const structural: readonly [string, string, Record<string, string>, number, string][] = [
  ["malformed JSON", '{"name":', json, 400, "malformed"],
  ["an empty body", "", json, 400, "malformed"],
  ["a list", "[]", json, 400, "malformed"],
  ["null", "null", json, 400, "malformed"],
  ["a text", '"hello"', json, 400, "malformed"],
  ["an unknown field", withField("admin", "yes"), json, 400, "malformed"],
  ["a prototype", '{"__proto__":{"name":"x"}}', json, 400, "malformed"],
  [
    "a prototype from a page without scripts",
    new URLSearchParams({ ...contact, ["__proto__"]: "x" }).toString(),
    { "content-type": "application/x-www-form-urlencoded" },
    400,
    "malformed",
  ],
  ["a number where text belongs", withField("name", 5), json, 400, "malformed"],
  ["a list where text belongs", withField("message", ["a"]), json, 400, "malformed"],
  ["null where text belongs", withField("email", null), json, 400, "malformed"],
  ["over 64 KB", withField("message", "x".repeat(66_000)), json, 413, "too-large"],
  ["plain text", "hello", { "content-type": "text/plain" }, 415, "unsupported-type"],
  ["XML", "<a/>", { "content-type": "application/xml" }, 415, "unsupported-type"],
  [
    "another site's page",
    JSON.stringify(contact),
    { ...json, "sec-fetch-site": "cross-site" },
    403,
    "cross-site",
  ],
  [
    "another origin",
    JSON.stringify(contact),
    { ...json, origin: "https://evil.example" },
    403,
    "cross-site",
  ],
];

const wrong: readonly [string, string, string, string][] = [
  ["an email without a dot", "email", "rosa@example", "Email is invalid."],
  ["an email without a name", "email", "@example.com", "Email is invalid."],
  ["an email with a space", "email", "rosa d@example.com", "Email is invalid."],
  ["an email of 10,000 characters", "email", `${"a".repeat(9990)}@a.example`, "Email is invalid."],
  ["only spaces", "name", "   ", "Name is required."],
  ["a phone of 9 characters", "phone", "303555014", "Phone number is invalid."],
  ["a phone of 16 characters", "phone", "(303) 555 - 0142", "Phone number is invalid."],
  ["a phone with letters", "phone", "303-555-HELP", "Phone number is invalid."],
  ["a phone with dots", "phone", "303.555.0142", "Phone number is invalid."],
  ["NUL", "message", "a\0b", "Message has a character that we cannot save."],
  ["half an emoji", "message", "a\ud83d", "Message has a character that we cannot save."],
  ["a name of 201 characters", "name", "n".repeat(201), "Name must be 200 characters or fewer."],
  [
    "a message of 10,001 characters",
    "message",
    "m".repeat(10_001),
    "Message must be 10,000 characters or fewer.",
  ],
];

const right: readonly [string, string, string][] = [
  ["the shortest e-mail", "email", "a@b.c"],
  ["a phone of 10 characters", "phone", "3035550142"],
  ["a phone of 15 characters", "phone", "(303)  555-0142"],
  ["no phone", "phone", ""],
  ["a whole emoji", "message", "Thank you 👍"],
  ["letters of any script", "name", "Žofie Nguyễn 王"],
  ["10,000 characters of four bytes each", "message", "👍".repeat(5000)],
];

describeOnSqlite("bad input to a form", (_open, createDatabase) => {
  test.each(structural)("%s", async (_what, payload, headers, status, code) => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({ method: "POST", url, headers, payload });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, message: expect.stringMatching(/\w/) });
    expect(await app.submissions()).toEqual([]);
  });

  test.each(wrong)("%s", async (_what, name, value, message) => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({
      method: "POST",
      url,
      headers: json,
      payload: withField(name, value),
    });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: "invalid", fields: { [name]: message } });
    expect(await app.submissions()).toEqual([]);
  });

  test.each(right)("accepts %s", async (_what, name, value) => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({
      method: "POST",
      url,
      headers: json,
      payload: withField(name, value),
    });
    expect(response.statusCode).toBe(201);
    expect((await app.submissions())[0]?.data[name]).toBe(value);
  });

  test("rejects a form that does not exist", async () => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({
      method: "POST",
      url: submissionPath("Nope"),
      payload: {},
    });
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe("unknown-collection");
  });

  test("rejects a choice that is not offered", async () => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({
      method: "POST",
      url: submissionPath("WebFeedbackSubmissions"),
      payload: { firstName: "A", lastName: "B", email: "a@b.co", platform: "Fax", feedback: "x" },
    });
    expect(response.json().fields).toEqual({ platform: "Platform: choose one." });
  });
});
