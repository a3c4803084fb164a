import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { describeOnSqlite } from "../support/dialects.ts";
import { signUp } from "../support/portal.ts";
import { signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

type Sender = "nobody" | "customer" | "staff";

/** Who sends what, and the response: its status, the code of the error, and the fields it names. */
const requests: readonly (readonly [Sender, string, object | undefined, string])[] = [
  ["staff", "POST /api/desk/login", { email: "x", password: 5 }, "400 malformed"],
  ["staff", "POST /api/desk/login", { email: "x", other: "x" }, "400 malformed"],
  ["staff", "POST /api/desk/login", ["x"], "400 malformed"],
  ["staff", "POST /api/desk/login", {}, "401 staff-login-refused"],
  ["staff", "POST /api/desk/login/passkey", {}, "401 passkey-refused"],
  ["staff", "POST /api/desk/login/passkey", undefined, "401 passkey-refused"],
  ["staff", "POST /api/desk/login/passkey", { id: 5 }, "401 passkey-refused"],
  ["staff", "POST /api/desk/forgot-password", { email: 5 }, "400 malformed"],
  ["staff", "POST /api/desk/forgot-password", {}, "200"],
  ["staff", "POST /api/desk/invitation/read", { token: 5 }, "400 malformed"],
  ["staff", "POST /api/desk/invitation/read", {}, "410 link-expired"],
  ["staff", "POST /api/desk/invitation", { token: "x" }, "410 link-expired"],
  ["staff", "POST /api/desk/reauth", { code: 5 }, "400 malformed"],
  ["staff", "POST /api/desk/reauth", {}, "401 wrong-code"],
  ["staff", "POST /api/desk/reauth/passkey", {}, "401 passkey-refused"],
  ["staff", "POST /api/desk/me/password", { password: 5, newPassword: "x" }, "400 malformed"],
  ["staff", "POST /api/desk/me/password", {}, "422 invalid: password"],
  ["staff", "POST /api/desk/me/authenticator/confirm", { code: 5 }, "400 malformed"],
  ["staff", "POST /api/desk/me/authenticator/confirm", {}, "409 staff-changed"],
  ["staff", "POST /api/desk/me/passkeys", { name: 5, response: {} }, "400 malformed"],
  ["staff", "POST /api/desk/me/passkeys", { name: "x" }, "400 malformed"],
  ["staff", "POST /api/desk/me/passkeys", undefined, "400 malformed"],
  [
    "staff",
    "POST /api/desk/staff",
    { name: "x", email: "x", roles: [] },
    "422 invalid: email, roles",
  ],
  ["staff", "POST /api/desk/staff", { name: 5, email: "x", roles: [] }, "400 malformed"],
  ["staff", "POST /api/desk/staff", { name: "x", email: "x", roles: ["king"] }, "400 malformed"],
  ["staff", "POST /api/desk/staff", undefined, "400 malformed"],
  ["staff", "PATCH /api/desk/staff/any", { roles: [] }, "422 invalid: roles"],
  ["staff", "PATCH /api/desk/staff/any", { roles: "x" }, "400 malformed"],
  ["staff", "PATCH /api/desk/staff/any", {}, "400 malformed"],
  ["staff", "GET /api/desk/audit?kind=other", undefined, "400 malformed"],
  ["staff", "GET /api/desk/audit?from=2026-02-30", undefined, "400 malformed"],
  ["staff", "GET /api/desk/audit?before=any", undefined, "400 malformed"],
  [
    "staff",
    "GET /api/desk/audit?q=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    undefined,
    "400 malformed",
  ],
  ["staff", "GET /api/desk/audit?q=%00", undefined, "400 malformed"],
  ["staff", "GET /api/desk/audit?from=&to=&kind=&staff=", undefined, "200"],
  ["staff", "GET /api/desk/audit?unknown=1", undefined, "200"],
  ["staff", "POST /api/desk/newsletter/readers", { email: "x" }, "400 malformed"],
  ["staff", "POST /api/desk/newsletter/readers", { email: "x", note: "" }, "422 invalid: email"],
  ["staff", "GET /api/desk/newsletter?state=other", undefined, "400 malformed"],
  ["staff", "GET /api/desk/newsletter/growth?days=3", undefined, "400 malformed"],
  ["staff", "POST /api/desk/webhooks", {}, "400 malformed"],
  [
    "staff",
    "POST /api/desk/webhooks",
    { url: "x", topics: [], includesContents: false },
    "422 invalid: topics, url",
  ],
  ["staff", "POST /api/desk/webhooks/any/replay", { since: "x" }, "400 malformed"],
  ["staff", "POST /api/desk/api-tokens", { name: "x", scopes: [], days: 1 }, "400 malformed"],
  [
    "staff",
    "POST /api/desk/api-tokens",
    { name: "", scopes: [], days: 30 },
    "422 invalid: name, scopes",
  ],
  ["staff", "PUT /api/desk/answer-times", {}, "400 malformed"],
  ["staff", "PUT /api/desk/retention", {}, "400 malformed"],
  ["staff", "PUT /api/desk/retention", { rules: "x" }, "400 malformed"],
  ["staff", "GET /api/desk/overview?days=3", undefined, "200"],
  ["staff", "POST /api/desk/inbox/changes", { cases: [], edit: {} }, "400 malformed"],
  ["staff", "GET /api/desk/inbox?status=other", undefined, "400 malformed"],
  ["staff", "GET /api/desk/inbox?status=new&status=done", undefined, "400 malformed"],
  ["staff", "GET /api/desk/inbox?q=%00", undefined, "400 malformed"],
  [
    "staff",
    "POST /api/desk/inbox/views",
    { name: "x", query: "status=other", isShared: false },
    "400 malformed",
  ],
  [
    "staff",
    "POST /api/desk/inbox/views",
    { name: "", query: "", isShared: false },
    "400 malformed",
  ],
  ["staff", "GET /api/desk/applications?status=other", undefined, "400 malformed"],
  ["staff", "GET /api/desk/funnel?days=3", undefined, "400 malformed"],
  ["staff", "GET /api/desk/waitlist?told=no", undefined, "400 malformed"],
  ["staff", "POST /api/desk/waitlist/tell", { market: "x", by: "letter" }, "400 malformed"],
  ["staff", "GET /api/desk/privacy?show=other", undefined, "400 malformed"],
  ["staff", "POST /api/desk/templates", { name: "x", text: "", isShared: true }, "400 malformed"],
  ["staff", "POST /api/desk/inbox/undo", {}, "400 malformed"],
  ["staff", "PUT /api/desk/presence", { reference: "x", state: "x" }, "400 malformed"],
  ["staff", "PATCH /api/desk/inbox/cases/any", { version: 0, edit: {} }, "400 malformed"],
  ["staff", "POST /api/desk/people/any/notes", { text: " ", mentions: [] }, "400 malformed"],
  ["staff", "PUT /api/desk/people/any/separate", {}, "400 malformed"],
  ["staff", "POST /api/desk/newsletter/import?note=&column=", undefined, "422 invalid: note"],
  ["staff", "POST /api/desk/newsletter/readers/any/suppress", {}, "400 malformed"],
  [
    "staff",
    "PATCH /api/desk/applications/records/any",
    { version: 1, status: "king" },
    "400 malformed",
  ],
  ["staff", "POST /api/desk/applications/records/any/merge", { version: 1 }, "400 malformed"],
  ["staff", "POST /api/desk/retention/preview", {}, "400 malformed"],
  ["staff", "PUT /api/desk/privacy/cases/any/assignee", { version: 1 }, "400 malformed"],
  ["staff", "PUT /api/desk/privacy/cases/any/denial", { version: 1 }, "400 malformed"],
  ["staff", "POST /api/desk/privacy/cases", { kind: "deletion" }, "400 malformed"],
  ["customer", "PATCH /api/portal/profile", { version: 1, changes: { city: 5 } }, "400 malformed"],
  [
    "customer",
    "PATCH /api/portal/profile",
    { version: 1, changes: { other: "x" } },
    "400 malformed",
  ],
  ["customer", "PATCH /api/portal/profile", { version: 1, changes: { zip: "x" } }, "200"],
  ["customer", "PATCH /api/portal/profile", { version: "x", changes: {} }, "400 malformed"],
  ["customer", "PATCH /api/portal/settings/contact", { contactMethod: "Pigeon" }, "400 malformed"],
  ["customer", "PATCH /api/portal/settings/contact", { newsletter: "x" }, "400 malformed"],
  ["customer", "PATCH /api/portal/settings/contact", undefined, "200"],
  ["customer", "POST /api/portal/settings/confirm", {}, "400 malformed"],
  ["customer", "POST /api/portal/settings/confirm", { password: 5 }, "400 malformed"],
  ["customer", "POST /api/portal/settings/password", { password: "x" }, "422 invalid: newPassword"],
  [
    "customer",
    "POST /api/portal/settings/password",
    { password: "x", newPassword: 5 },
    "400 malformed",
  ],
  [
    "customer",
    "POST /api/portal/settings/email",
    { password: "x", email: "x" },
    "422 invalid: email",
  ],
  ["customer", "POST /api/portal/settings/authenticator/confirm", { code: "x" }, "409 conflict"],
  ["customer", "POST /api/portal/settings/passkeys", { name: "x" }, "400 malformed"],
  ["customer", "POST /api/portal/delete-account", {}, "400 malformed"],
  ["customer", "POST /api/createStripeAccount", {}, "404 not-found"],
  ["customer", "POST /api/createStripeAccount", { uid: 5 }, "400 malformed"],
  ["customer", "POST /api/portal/payment/confirm", { accountId: "x", other: "x" }, "400 malformed"],
  [
    "nobody",
    "POST /api/portal/create-account",
    { firstName: "x" },
    "422 invalid: city, email, lastName, password, phone, state, zip",
  ],
  ["nobody", "POST /api/portal/create-account", { firstName: 5 }, "400 malformed"],
  ["nobody", "POST /api/portal/login", { email: "x", other: "x" }, "400 malformed"],
  ["nobody", "POST /api/portal/login", { email: "" }, "422 invalid: email, password"],
  ["nobody", "POST /api/portal/login/passkey", {}, "401 passkey-refused"],
  ["nobody", "POST /api/submissions/ContactForm", { name: "x" }, "422 invalid: email, message"],
  ["nobody", "POST /api/submissions/ContactForm", { name: 5 }, "400 malformed"],
  ["nobody", "POST /api/submissions/NewsletterRegistration", { email: "x" }, "422 invalid: email"],
  ["nobody", "POST /api/reading-settings", { size: "t999" }, "303"],
  ["nobody", "POST /api/reading-settings", { other: "x" }, "400 malformed"],
];

function describeResponse(response: LightMyRequestResponse): string {
  if (response.statusCode < 400) return String(response.statusCode);
  const { code, fields = {} } = response.json();
  const names = Object.keys(fields).sort().join(", ");
  return `${response.statusCode} ${code}${names && `: ${names}`}`;
}

describeOnSqlite("invalid input", (_open, createDatabase) => {
  test("is rejected with the same status, code and fields by every endpoint", async () => {
    const { app, ...site } = await openTestApp(createDatabase);
    const customer = await signUp(app);
    const staff = await signInStaff({ app, ...site }, ["admin"]);
    const cookies = { nobody: "", customer: customer.cookie, staff: staff.cookie };
    for (const [sender, line, body, expected] of requests) {
      const [method, url] = line.split(" ") as ["GET", string];
      const headers = { cookie: cookies[sender], "sec-fetch-site": "same-origin" };
      const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
      expect([line, body, describeResponse(response)]).toEqual([line, body, expected]);
    }
  });
});
