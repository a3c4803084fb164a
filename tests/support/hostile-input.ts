import { zipSync } from "fflate";
import { conversationSubject } from "../../src/features/messages/contract/conversations.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { inboundMailEndpoints } from "../../src/features/messages/contract/inbound-mail.ts";
import { newsletterEndpoints } from "../../src/features/newsletter/contract/newsletter-desk.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths, recruitingPaths } from "./api-paths.ts";
import { bombPng } from "./pictures.ts";
import { newAccount } from "./portal.ts";

/** `INBOUND_MAIL_TOKEN` of the server that gets hostile input. */
export const hostileToken = "a-token-of-a-mail-server-that-tests-use";

const kilobytes = (count: number) => count * 1024;
const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));

interface Answered {
  readonly reference: string;
  readonly from: string;
  readonly id: string;
}

/** An email of the person of a case. @param headers further ones, each with its line's end */
function emailOf({ reference, from, id }: Answered, type: string, body: string, headers = "") {
  return [
    `From: Rosa Lind <${from}>`,
    "To: help@example.com",
    `Subject: Re: ${conversationSubject(contactForm.collection, reference)}`,
    `Message-ID: <${id}@hostile.example.com>`,
    "MIME-Version: 1.0",
    `${headers}Content-Type: ${type}`,
    "",
    body,
  ].join("\r\n");
}

const text = "text/plain; charset=utf-8";
const html = "text/html; charset=utf-8";

/** Bodies of emails: each is slow for a reader that looks back, nests, or collects. */
const emails: Readonly<Record<string, (to: Answered) => string>> = {
  "9.9 MB of line feeds": (to) => emailOf(to, text, fill("\n", 9_900_000)),
  "400 KB of <style": (to) => emailOf(to, html, fill("<style ", 400_000)),
  "150 KB of <": (to) => emailOf(to, html, fill("<", kilobytes(150))),
  "150 KB of nested elements": (to) => emailOf(to, html, fill("<div>", kilobytes(150))),
  "150 KB of quotes": (to) => emailOf(to, text, fill("> ", kilobytes(150))),
  "150 KB of attributions": (to) =>
    emailOf(to, text, fill("On Mon, Ray wrote:\n> a\n", kilobytes(150))),
  "150 KB of Chinese without a space": (to) =>
    emailOf(
      to,
      text,
      Array.from({ length: kilobytes(50) }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
      ).join(""),
    ),
  "150 KB of encoded words": (to) =>
    emailOf(to, text, "a", `X-Note: ${fill("=?utf-8?q?a?= ", kilobytes(150))}\r\n`),
  "150 KB of headers": (to) => emailOf(to, text, "a", fill("A: b\r\n", kilobytes(150))),
  "150 KB of parts": (to) =>
    emailOf(to, 'multipart/mixed; boundary="a"', fill("--a\r\n\r\nb\r\n", kilobytes(150))),
  "nested parts": (to) =>
    emailOf(
      to,
      'multipart/mixed; boundary="b0"',
      Array.from(
        { length: 1500 },
        (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary="b${at + 1}"\r\n\r\n`,
      ).join(""),
    ),
};

interface Sender {
  readonly origin: string;
  readonly staffCookie: string;
  readonly personCookie: string;
}

interface HostileKind {
  readonly send: (sender: Sender, round: number) => Promise<Response>;
  /** Statuses of an answer that stores it, or says why not. */
  readonly right: readonly number[];
}

function request(
  { origin }: Sender,
  [method, path]: readonly ["POST" | "PUT", string],
  type: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(origin + path, {
    method,
    headers: { "content-type": type, "sec-fetch-site": "same-origin", ...headers },
    body,
    redirect: "manual",
  });
}

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const native = "application/x-www-form-urlencoded";
const resume = ["PUT", recruitingPaths("care").resume] as const;
const csv = ["POST", pathOf(newsletterEndpoints.preview)] as const;

/** Parts of a Word file that unpack to 150 MB. */
function zipBomb(): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(50_000_000).fill(32);
  const parts = { "[Content_Types].xml": part, "word/document.xml": part, "_rels/.rels": part };
  return new Uint8Array(zipSync(parts));
}

const bombs = { zip: zipBomb(), picture: new Uint8Array(bombPng(30_000)) };

const others: Readonly<Record<string, HostileKind>> = {
  "a Word file that unpacks to 150 MB": {
    send: (to) => request(to, resume, word, bombs.zip),
    right: [413, 415, 422],
  },
  "a PDF of open objects": {
    send: (to) =>
      request(to, resume, "application/pdf", `%PDF-1.7\n${fill("1 0 obj <</A [ ", 3_000_000)}`),
    right: [200, 413, 415, 422],
  },
  "a picture of 900 million pixels": {
    send: (to) =>
      request(to, ["PUT", apiPaths.picture], "image/png", bombs.picture, {
        cookie: to.personCookie,
      }),
    right: [413, 415, 422],
  },
  "a CSV with a quote that never closes": {
    send: (to) =>
      request(to, csv, "text/csv", `email\n"${fill("ray@example.com\n", 3_000_000)}`, {
        cookie: to.staffCookie,
      }),
    right: [200, 400, 422],
  },
  "a form of 60,000 names": {
    send: (to) => request(to, ["POST", paths.contact], native, fill("a&", kilobytes(120))),
    right: [400],
  },
  "JSON of 10,000 levels": {
    send: (to) => {
      const body = `${fill("[", 10_000)}${fill("]", 10_000)}`;
      return request(
        to,
        ["POST", submissionPath(contactForm.collection)],
        "application/json",
        body,
      );
    },
    right: [400],
  },
};

/** Number of cases that get emails. */
export const hostileEmails = Object.keys(emails).length;

/**
 * The kinds of hostile input by name, for a running server.
 * @param staffCookie of a staff member who may import addresses
 */
export async function openHostileKinds(
  origin: string,
  staffCookie: string,
): Promise<ReadonlyMap<string, (round: number) => Promise<void>>> {
  const sender = { origin, staffCookie, personCookie: await createAccount(origin) };
  const kinds = new Map(Object.entries(others));
  for (const [name, compose] of Object.entries(emails)) {
    const from = `rosa.${kinds.size}@example.com`;
    const reference = await sendForm(origin, from);
    kinds.set(name, {
      right: [201],
      send: (_to, round) =>
        fetch(origin + pathOf(inboundMailEndpoints.receive), {
          method: "POST",
          headers: { authorization: `Bearer ${hostileToken}`, "content-type": "message/rfc822" },
          body: compose({ reference, from, id: `${kinds.size}-${round}-${name.length}` }),
        }),
    });
  }
  return new Map(
    [...kinds].map(([name, { send, right }]) => [
      name,
      async (round: number) => {
        const response = await send(sender, round);
        await response.arrayBuffer();
        if (!right.includes(response.status)) throw new Error(`${name}: ${response.status}`);
      },
    ]),
  );
}

async function createAccount(origin: string): Promise<string> {
  const created = await fetch(origin + apiPaths.createAccount, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(newAccount),
  });
  if (created.status !== 201) throw new Error(`No account: ${created.status}`);
  return created.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}

/** Sends the contact form and waits until it is a case. @returns its reference */
async function sendForm(origin: string, email: string): Promise<string> {
  const response = await fetch(origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Rosa Lind", email, phone: "", message: "The door is stuck." }),
  });
  const { reference } = (await response.json()) as { readonly reference: string };
  return reference;
}
