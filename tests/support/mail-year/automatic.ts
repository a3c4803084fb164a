import { headerText, message, multipart, type Part, textPart } from "./mime.ts";

/** Where an automatic email goes and what it answers. */
interface AutomaticFacts {
  readonly n: number;
  readonly to: string;
  readonly subject: string;
  readonly address: string;
  /** ID of our email, without angle brackets. */
  readonly answers: string;
  readonly date: Date;
}

type Writer = (facts: AutomaticFacts) => Buffer;

function headers(
  { n, to, answers, date }: AutomaticFacts,
  from: string,
  subject: string,
  more: readonly string[],
): string[] {
  return [
    "Return-Path: <>",
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: <automatic-${n}@mx.example.net>`,
    `In-Reply-To: <${answers}>`,
    ...more,
  ];
}

const plain = (text: string) => textPart("text/plain", text, "utf-8", "quoted-printable");

/** Subject and text of absence notes. */
const absences: readonly (readonly [string, string])[] = [
  ["Automatic reply: ", "I am out of the office until Monday and will answer when I return."],
  ["Respuesta automática: ", "Estoy fuera de la oficina hasta el lunes. Responderé a mi regreso."],
  [
    "Automatische Antwort: ",
    "Ich bin bis Montag nicht im Büro und melde mich nach meiner Rückkehr.",
  ],
  [
    "Réponse automatique : ",
    "Je suis absente du bureau jusqu’à lundi. Je vous répondrai à mon retour.",
  ],
  ["Resposta automática: ", "Estou ausente do escritório até segunda-feira e responderei depois."],
  ["Out of office: ", "I am away from my desk this week with limited access to email."],
];

/** Exchange: the subject tells, the header says "generated". */
const exchangeAbsence: Writer = (facts) => {
  const [start, text] = absences[facts.n % absences.length] ?? ["", ""];
  const more = ["X-Auto-Response-Suppress: All", "Auto-Submitted: auto-generated"];
  return message(
    headers(facts, `Rosa <${facts.address}>`, start + facts.subject, more),
    plain(text),
  );
};

/** No header tells: only the subject and the words. */
const bareAbsence: Writer = (facts) => {
  const [start, text] = absences[facts.n % absences.length] ?? ["", ""];
  const lines = headers(facts, `Rosa <${facts.address}>`, start + facts.subject, []);
  return message(lines.slice(1), plain(text));
};

/** Gmail and others that follow RFC 3834. */
const vacation: Writer = (facts) => {
  const more = ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes"];
  return message(
    headers(facts, `Rosa <${facts.address}>`, `Re: ${facts.subject}`, more),
    plain("I am visiting my grandchildren. I read my email again on the 12th."),
  );
};

/** The `vacation` program of Unix, with its own comment in the header. */
const sieve: Writer = (facts) =>
  message(
    headers(facts, `Rosa <${facts.address}>`, `Auto: ${facts.subject}`, [
      "Auto-Submitted: auto-replied (vacation)",
    ]),
    plain("I cannot answer this week."),
  );

function report(
  facts: AutomaticFacts,
  { from, subject, text, status, action, reason }: Readonly<Record<string, string>>,
): Buffer {
  const machine: Part = {
    headers: ["Content-Type: message/delivery-status"],
    body: Buffer.from(
      [
        "Reporting-MTA: dns; mx.example.net",
        "",
        `Final-Recipient: rfc822; ${facts.address}`,
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${reason}`,
        "",
      ].join("\r\n"),
    ),
  };
  const returned: Part = {
    headers: ["Content-Type: text/rfc822-headers"],
    body: Buffer.from(`Message-ID: <${facts.answers}>\r\nSubject: ${facts.subject}\r\n`),
  };
  const kind = 'report; report-type="delivery-status"';
  const parts = [plain(text ?? ""), machine, returned];
  return message(
    headers(facts, from ?? "", subject ?? "", ["Auto-Submitted: auto-replied"]),
    multipart(kind, `report${facts.n}`, parts),
  );
}

const postfixBounce: Writer = (facts) =>
  report(facts, {
    from: "MAILER-DAEMON@mx.example.net (Mail Delivery System)",
    subject: "Undelivered Mail Returned to Sender",
    text: `<${facts.address}>: host mx.example.net said: 550 5.1.1 no such user`,
    status: "5.1.1",
    action: "failed",
    reason: "550 5.1.1 no such user",
  });

const exchangeBounce: Writer = (facts) =>
  report(facts, {
    from: "Microsoft Outlook <postmaster@mx.example.net>",
    subject: `Undeliverable: ${facts.subject}`,
    text: "Your message couldn't be delivered. The mailbox is full.",
    status: "5.2.2",
    action: "failed",
    reason: "554 5.2.2 mailbox full",
  });

const delayed: Writer = (facts) =>
  report(facts, {
    from: "MAILER-DAEMON@mx.example.net (Mail Delivery System)",
    subject: "Delayed Mail (still being retried)",
    text: "Your message could not be delivered for 4 hours. It will be retried.",
    status: "4.4.1",
    action: "delayed",
    reason: "connection timed out",
  });

/** Servers that report a bounce as plain text. */
const qmailBounce: Writer = (facts) =>
  message(
    headers(facts, "MAILER-DAEMON@mx.example.net", "failure notice", []),
    plain(
      `Hi. This is the mail program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<${facts.address}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <${facts.answers}>\nSubject: ${facts.subject}\n`,
    ),
  );

const readReceipt: Writer = (facts) => {
  const machine: Part = {
    headers: ["Content-Type: message/disposition-notification"],
    body: Buffer.from(
      `Final-Recipient: rfc822;${facts.address}\r\nOriginal-Message-ID: <${facts.answers}>\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n`,
    ),
  };
  const kind = "report; report-type=disposition-notification";
  return message(
    headers(facts, `Rosa <${facts.address}>`, `Read: ${facts.subject}`, []).slice(1),
    multipart(kind, `read${facts.n}`, [plain("Your message was read."), machine]),
  );
};

/** A hundred automatic emails take each in turn. */
export const automaticWriters: readonly Writer[] = [
  exchangeAbsence,
  vacation,
  postfixBounce,
  bareAbsence,
  exchangeBounce,
  sieve,
  delayed,
  qmailBounce,
  exchangeAbsence,
  readReceipt,
];
