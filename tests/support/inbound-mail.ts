import type { Readable } from "node:stream";
import { inboundMailEndpoints } from "../../src/features/messages/contract/inbound-mail.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { sendDueReplies } from "../../src/features/messages/server/replies/send-due.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { seconds } from "../../src/platform/contract/durations.ts";
import { makeAllCases, submitForm } from "./cases.ts";
import { signInStaff } from "./staff.ts";
import type { TestApp } from "./test-app.ts";

const token = "a".repeat(32);

/** Settings with which a server accepts emails. */
export const inboundSettings = {
  INBOUND_MAIL_TOKEN: token,
  INBOUND_MAIL_ADDRESS: "reply@example.com",
  INBOUND_MAIL_AUTH_SERVER: "mx.example.com",
  MAIL_FROM: "Help <help@example.com>",
};

/** The person of `openMailCase`. */
const helen = {
  name: "Helen Brandt",
  email: "Helen@example.com",
  phone: "",
  message: "Too small",
};

let sent = 0;

/** A raw email from the person, with other headers and another body if given. */
export function composeRaw(
  headers: Readonly<Record<string, string>> = {},
  body = "It is a Pixel.",
): string {
  sent += 1;
  const all = {
    From: "Helen Brandt <helen@example.com>",
    To: "support@example.com",
    Subject: "Re: hello",
    "Message-ID": `<${sent}@example.com>`,
    "Content-Type": "text/plain; charset=utf-8",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\r\n")}\r\n\r\n${body.replaceAll(/\r?\n/g, "\r\n")}`;
}

/** A message with attachments: name and media type of each. */
export function composeWithFiles(
  headers: Readonly<Record<string, string>>,
  files: readonly (readonly [name: string, type: string])[],
  { text = "See below.", bytes = 3 } = {},
): string {
  const parts = files.map(
    ([name, type]) =>
      `--x\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${"a".repeat(bytes)}`,
  );
  const body = [`--x\r\nContent-Type: text/plain\r\n\r\n${text}`, ...parts, "--x--\r\n"];
  return composeRaw(
    { ...headers, "Content-Type": "multipart/mixed; boundary=x" },
    body.join("\r\n"),
  );
}

/** An email that we cannot read, of which its sender is told. */
export function composeEncrypted(headers: Readonly<Record<string, string>>): string {
  const type = { "Content-Type": "application/pkcs7-mime; smime-type=enveloped-data" };
  return composeRaw({ ...headers, ...type }, "MIAGCSqGSIb3DQEHA6CAMIACAQA=");
}

/** A delivery report about one of our emails. */
export function composeReport(
  headers: Readonly<Record<string, string>>,
  { messageId = "", recipient = "helen@example.com", status = "5.1.1", reason = "No such user" },
): string {
  const body = [
    "--x\r\nContent-Type: text/plain\r\n\r\nYour message could not be delivered.",
    `--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${status.startsWith("5") ? "failed" : "delayed"}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${reason}`,
    `--x\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${messageId}>\r\nSubject: Re: hello`,
    "--x--\r\n",
  ];
  return composeRaw(
    {
      From: "Mail Delivery System <MAILER-DAEMON@mx.example.com>",
      "Return-Path": "<>",
      "Auto-Submitted": "auto-replied",
      "Content-Type": 'multipart/report; report-type=delivery-status; boundary="x"',
      ...headers,
    },
    body.join("\r\n"),
  );
}

/** Hands a raw email to the server. @returns status and reason, or the error's code */
export async function handIn(
  { app }: Pick<TestApp, "app">,
  message: string | Buffer | Readable,
  authorization = `Bearer ${token}`,
): Promise<[number, string]> {
  const response = await app.inject({
    method: "POST",
    url: pathOf(inboundMailEndpoints.receive),
    headers: { authorization, "content-type": "message/rfc822" },
    payload: message,
  });
  return [response.statusCode, response.json().reason ?? response.json().code];
}

/** A case of the contact form, and a staff member who answers it. */
export async function openMailCase(testApp: TestApp) {
  const reference = await submitForm(testApp, helen);
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const url = (path: string, id = reference) => path.replace(":id", id);
  const read = async (id = reference) =>
    (await imani.request("GET", url(pathOf(inboxEndpoints.read), id))).json();
  const edit = async (change: object) => {
    const { version } = await read();
    const body = { version, edit: change };
    return (await imani.request("PATCH", url(pathOf(inboxEndpoints.change)), body)).json();
  };
  /** Sends a reply. @returns its email in the outbox */
  const reply = async (statusAfter = "waiting", id = reference) => {
    const { version } = await read(id);
    const body = { version, text: "Which phone?", blanks: {}, statusAfter, templateId: "" };
    await imani.request("POST", url(pathOf(replyEndpoints.send), id), body);
    testApp.clock.now += seconds(10);
    await sendDueReplies(testApp.context);
    const row = await testApp.database.db
      .selectFrom("mail_outbox")
      .select(["id", "headers", "subject"])
      .where("kind", "=", "reply")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const headers = JSON.parse(row.headers) as Readonly<Record<string, string>>;
    return { id: row.id, subject: row.subject, headers, to: headers["Reply-To"] ?? "" };
  };
  return { reference, imani, read, edit, reply };
}
