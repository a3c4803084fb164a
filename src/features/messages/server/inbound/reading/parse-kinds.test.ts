import { expect, test } from "vitest";
import { type RawPart, rawEmail } from "../../../../../../tests/support/raw-emails.ts";
import type { InboundEmail } from "../inbound-email.ts";
import { parseEmail } from "./parse-email.ts";

type Headers = Readonly<Record<string, string>>;

function read(part: RawPart, trustedServer?: string): Promise<InboundEmail> {
  return parseEmail({ raw: rawEmail(part), trustedServer });
}

const text = (headers: Headers, body = "It is a Pixel."): RawPart => ({
  type: "text/plain; charset=utf-8",
  body,
  headers,
});

test.each<[Headers, string?]>([
  [{ "X-Auto-Response-Suppress": "All" }],
  [{ "Auto-Submitted": "auto-generated" }],
  [{ "Auto-Submitted": "auto-forwarded" }],
  [{ "Auto-Submitted": "no" }],
  [{ Precedence: "bulk" }],
  [{ Precedence: "list", "List-Id": "<family.example.com>" }],
  [{ "Return-Path": "<>" }],
  [{ From: "Postmaster Brandt <postmaster@example.com>" }],
  [{ From: "no-reply@example.com" }],
  [{ Subject: "Vacation in July" }, "I will be back on August 3. Please pause the visits."],
  [{ Subject: "Out of the office next week" }, "I am away then, call my daughter."],
  [{ Subject: "Re: Automatic reply: Your message" }, "I am away no more."],
  [{ Subject: "Undeliverable" }, "My letter to you came back: delivery failed."],
  [{ Subject: "Reaction" }, "My neighbor reacted via Gmail to what I wrote,\nwhat is that?\na\nb"],
  [{ "X-Autoreply": "yes" }],
])("a person's email stays one: %j", async (headers, body) => {
  expect(await read(text(headers, body))).toMatchObject({ kind: "message", report: null });
});

test.each<[Headers, string?]>([
  [{ "Auto-Submitted": "auto-replied" }],
  [{ "Auto-Submitted": 'Auto-Replied; owner-email="a@example.com"' }],
  [{ "Auto-Submitted": "auto-notified" }],
  [{ Subject: "Automatic reply: Your message" }, "I am away until Monday."],
  [{ Subject: "Automatic reply: x", "X-Auto-Response-Suppress": "All" }, "Gone fishing!"],
  [{ Subject: "Automatische Antwort: Ihre Nachricht" }, "Ich bin nicht im Büro."],
  [{ Subject: "Respuesta automática: Su mensaje" }, "Estaré fuera hasta el lunes."],
  [{ Subject: "=?utf-8?q?R=C3=A9ponse_automatique_=3A_x?=" }, "Je suis absent, de retour lundi."],
  [{ Subject: "自动回复: x" }, "我正在休假。"],
  [{ "X-Autoreply": "yes" }, "I am out of the office this week."],
  [{ Subject: "Auto: x", Precedence: "auto_reply" }, "Hi"],
  [{ Subject: "Auto: x", Precedence: "bulk" }, "Hi"],
  [{ Subject: "Auto: x", Precedence: "junk" }, "Hi"],
  [{ Subject: "Auto: x", "Auto-Submitted": "auto-generated" }, "Hi"],
  [{ Subject: "Auto: x", "X-Auto-Response-Suppress": "OOF" }, "Hi"],
  [{ Subject: "Auto: x", "X-Auto-Response-Suppress": "DR, AutoReply" }, "Hi"],
  [{ Subject: "Auto: x", "X-Autoreply": "yes" }, "Hi"],
  [{ Subject: "Auto: x", "X-Autorespond": "yes" }, "Hi"],
  [{ Subject: "Auto: x", "X-Autoresponder": "1" }, "Hi"],
  [{ "X-Autorespond": "yes" }, "I am out of the office this week."],
  [{ "X-Autoresponder": "1" }, "I am out of the office this week."],
])("an automatic reply is marked: %j", async (headers, body) => {
  expect(await read(text(headers, body))).toMatchObject({ kind: "auto-reply", report: null });
});

const returned = "Message-ID: <reply-1@example.com>\r\nSubject: Your message\r\n";
const report = (fields: string, back: RawPart = { type: "text/rfc822-headers", body: returned }) =>
  read({
    type: "multipart/report; report-type=delivery-status",
    headers: { From: "MAILER-DAEMON@mx.example.net", "Return-Path": "<>" },
    parts: [
      { type: "text/plain", body: "Your message could not be delivered." },
      {
        type: "message/delivery-status",
        body: `Reporting-MTA: dns; mx.example.net\r\n\r\n${fields}`,
      },
      back,
    ],
  });

test.each([
  ["Action: failed\r\nStatus: 5.1.1\r\n", "bounce", "5.1.1"],
  ["Action: failed\r\nStatus: 5.2.2\r\n", "bounce", "5.2.2"],
  ["Action: Failed\r\nStatus: 4.4.7 (expired)\r\n", "bounce", "4.4.7"],
  ["Action: delayed\r\nStatus: 4.2.2\r\n", "delayed", "4.2.2"],
  ["Status: 4.0.0\r\n", "delayed", "4.0.0"],
])("a delivery report %j is %s", async (fields, kind, status) => {
  const email = await report(
    `Final-Recipient: rfc822;helen@example.com\r\n${fields}Diagnostic-Code: smtp; 550 No\r\n such   user\r\n`,
    { type: "message/rfc822", body: `${returned}\r\nHello Helen, which phone is it?` },
  );
  expect(email).toMatchObject({ kind, attachments: [], notes: [] });
  expect(email.report).toEqual({
    messageId: "reply-1@example.com",
    recipient: "helen@example.com",
    status,
    reason: "550 No such user",
  });
  expect(email.text).toBe("Your message could not be delivered.");
});

test("a report of success or of reading changes nothing", async () => {
  expect(await report("Action: delivered\r\nStatus: 2.0.0\r\n")).toMatchObject({
    kind: "auto-reply",
    report: null,
  });
  const receipt = await read({
    type: "multipart/report; report-type=disposition-notification",
    parts: [
      { type: "text/plain", body: "It was read." },
      { type: "message/disposition-notification", body: "Disposition: manual-action; displayed" },
    ],
  });
  expect(receipt).toMatchObject({ kind: "auto-reply", attachments: [] });
});

test.each([
  [
    "failure notice",
    "Hi. This is the qmail-send program at mx.example.net.\nI'm afraid it could not be delivered.\n\n<helen@example.com>:\n550 5.1.1 no such user\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <reply-1@example.com>\n",
    "bounce",
    "5.1.1",
  ],
  [
    "Undeliverable: Your message",
    "Your message did not reach helen@example.com. Delivery has failed.\n550 mailbox unavailable\n\nMessage-ID: <reply-1@example.com>",
    "bounce",
    "",
  ],
  [
    "Warning: message delayed 24 hours",
    "It has not yet been delivered to helen@example.com.\n451 4.7.1 try later\nMessage-ID: <reply-1@example.com>",
    "delayed",
    "4.7.1",
  ],
])(
  "a plain report %j is read, with an empty return path only",
  async (subject, body, kind, status) => {
    const from = { From: "Mail <MAILER-DAEMON@mx.example.net>", Subject: subject };
    const email = await read(text({ ...from, "Return-Path": "<>" }, body));
    expect(email).toMatchObject({
      kind,
      report: { messageId: "reply-1@example.com", recipient: "helen@example.com", status },
    });
    const path = "<helen@example.com>";
    expect((await read(text({ ...from, "Return-Path": path }, body))).kind).toBe("message");
  },
);

test("a reaction is its sentence", async () => {
  const alternatives = (plain: string): RawPart => ({
    type: "multipart/alternative",
    parts: [
      { type: "text/plain; charset=utf-8", body: plain },
      { type: "text/vnd.google.email-reaction+json", body: '{"emoji":"❤️","version":1}' },
      { type: "text/html; charset=utf-8", body: `<p>${plain}</p>` },
    ],
  });
  const gmail = await read(alternatives("❤️\r\n\r\nHelen Brandt reacted via Gmail\r\n"));
  expect(gmail).toMatchObject({ kind: "reaction", attachments: [] });
  expect(gmail.text).toBe("❤️ Helen Brandt reacted via Gmail");
  expect((await read(alternatives("reaccionó"))).text).toBe("❤️ Helen Brandt reacted");
  const outlook = await read(
    text(
      {},
      "👍\nHelen Brandt reacted to your message:\n\nOn Wed, Nov 25, 2026 at 4:10 PM Support <s@example.com> wrote:\n> Which?",
    ),
  );
  expect([outlook.kind, outlook.text]).toEqual([
    "reaction",
    "👍 Helen Brandt reacted to your message",
  ]);
  expect((await read(text({}, "Liked “Which phone is it?”"))).kind).toBe("reaction");
});

test.each([
  ["Brandt, Helen <helen@example.com>", "Brandt, Helen", "helen@example.com"],
  ['"Brandt, Helen" <Helen@Example.com>', "Brandt, Helen", "helen@example.com"],
  ["Dr. Helen Brandt, M.D. <helen@example.com>", "Dr. Helen Brandt, M.D.", "helen@example.com"],
  ["family: Helen <helen@example.com>, ed@example.com;", "Helen", "helen@example.com"],
  ["helen@example.com (Helen Brandt)", "Helen Brandt", "helen@example.com"],
  ["Helen <helen@example.com", "Helen", "helen@example.com"],
  ['"Helen <helen@example.com>', null, "helen@example.com"],
  ["Helen <helen@example.com>, Ed <ed@example.com>", "Helen", "helen@example.com"],
])("the sender of %s is found", async (from, name, address) => {
  const email = await read(text({ From: from }));
  expect(email.from.address).toBe(address);
  if (name !== null) expect(email.from.name).toBe(name);
  expect(email.kind).toBe("message");
});

test("IDs of the thread and recipients are read in their order", async () => {
  const email = await read(
    text({
      "In-Reply-To": "<c@x>",
      References: "<a@x>\r\n <b@x> <c@x>",
      To: "Support <reply@example.com>, b@example.com",
      Cc: "list: c@example.com;",
      "Delivered-To": "d@example.com",
    }),
  );
  expect(email.threadIds).toEqual(["c@x", "b@x", "a@x"]);
  expect(email.to).toEqual([
    ...["reply@example.com", "b@example.com", "c@example.com", "d@example.com"],
  ]);
  expect(email.messageId).toBe("one@mail.example.com");
  const many = Array.from({ length: 80 }, (_, index) => `<${index}@x>`).join(" ");
  expect((await read(text({ References: many }))).threadIds).toHaveLength(50);
  expect((await read(text({ "Message-ID": "", "In-Reply-To": "bare@x" }))).threadIds).toEqual([
    "bare@x",
  ]);
});

test("only the trusted server's results of DMARC count", async () => {
  const forged = "Authentication-Results: mx.example.com; dmarc=pass\r\n";
  const dmarc = async (lines: string, server = "mx.example.com") => {
    const raw = Buffer.from(`${lines}From: helen@example.com\r\n\r\nhi`);
    return (await parseEmail({ raw, trustedServer: server })).dmarc;
  };
  const fail =
    "Authentication-Results: MX.example.com 1; spf=pass (dmarc=pass); dmarc=fail (p=none) header.from=example.com\r\n";
  const received = "Received: from a by mx.example.com; Thu, 26 Nov 2026 09:12:00 -0700\r\n";
  expect(await dmarc(fail)).toBe("fail");
  expect(await dmarc(`${fail}${received}${forged}`)).toBe("fail");
  expect(await dmarc(fail, "")).toBe("none");
  expect(await dmarc(fail, "other.example.com")).toBe("none");
  expect(
    await dmarc(`Authentication-Results: mx.example.com; dkim=pass\r\n${received}${forged}`),
  ).toBe("none");
  expect(await dmarc(`Authentication-Results: mx.example.com; dkim=pass\r\n${forged}`)).toBe(
    "pass",
  );
});
