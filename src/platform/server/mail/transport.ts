import type { SendMailOptions, Transporter } from "nodemailer";
import { originPlaceholder } from "../../contract/built-site.ts";
import { minutes, seconds } from "../../contract/durations.ts";
import { type Config, siteOrigin } from "../config/config.ts";
import { openStorage } from "../files/open-storage.ts";
import { inSpan } from "../tracing/spans.ts";
import { messageIdOf, senderOf } from "./message-id.ts";
import type { EmailFile } from "./outbox.ts";
import { deliveryLimitMs, type PendingEmail } from "./queries.ts";

export interface EmailTransport {
  /** Resolves when the mail server has accepted the email. */
  deliver(email: PendingEmail): Promise<void>;
  close(): void;
}

/** Maximum number of concurrent deliveries, each on its own connection. */
export const maxConcurrent = 5;

const waits = {
  connectionTimeout: seconds(15),
  greetingTimeout: seconds(15),
  dnsTimeout: seconds(15),
  socketTimeout: minutes(1),
};

/** Delivers to the mail server of `SMTP_URL`, or to files in `DATA_DIR/outbox`. */
export async function openTransport(config: Config): Promise<EmailTransport> {
  // Loaded with the first email, since startup time has a budget.
  const { createTransport } = await import("nodemailer");
  const { smtpUrl } = config;
  if (smtpUrl === undefined) {
    const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    return {
      async deliver(email) {
        const { message } = await writer.sendMail(await toMessage(email, config));
        const storage = await openStorage(config, "outbox");
        await storage.write(`${email.id}.eml`, message as Buffer);
      },
      close: () => writer.close(),
    };
  }
  const sending = {
    name: "send email",
    kind: "client",
    attributes: { "server.address": new URL(smtpUrl).hostname },
  } as const;
  const pool: Transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: maxConcurrent,
    // The outbox handles retries.
    maxRequeues: 0,
    ...waits,
  } as object);
  return {
    async deliver(email) {
      const signal = AbortSignal.timeout(deliveryLimitMs);
      const message = { ...(await toMessage(email, config)), signal } as SendMailOptions;
      await inSpan(sending, () => pool.sendMail(message));
    },
    close: () => pool.close(),
  };
}

/** Emails are composed without knowing the address of the site. */
function withOrigin(text: string, config: Config): string {
  return text.replaceAll(originPlaceholder, siteOrigin(config));
}

/** A retried email has the same ID and date, so that email clients show it once. */
async function toMessage(email: PendingEmail, config: Config): Promise<SendMailOptions> {
  return {
    from: senderOf(config),
    // An object, since a comma in a string would separate two recipients.
    to: { name: "", address: email.recipient },
    subject: email.subject,
    text: withOrigin(email.text, config),
    html: withOrigin(email.html, config),
    messageId: `<${messageIdOf(email.id, config)}>`,
    date: new Date(email.created_at),
    headers: JSON.parse(email.headers),
    attachments: await readFiles(JSON.parse(email.attachments), config),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws Error with the code "EMESSAGE", which is final, for a file that was deleted */
async function readFiles(files: readonly EmailFile[], config: Config) {
  if (files.length === 0) return [];
  const storage = await openStorage(config, "files");
  const read = async ({ name, type, ...one }: EmailFile) => {
    const content = "file" in one ? await storage.readWhole(one.file) : one.content;
    if (content) return { filename: name, contentType: type, content };
    throw Object.assign(new Error("an attachment is missing"), { code: "EMESSAGE" });
  };
  return Promise.all(files.map(read));
}

/** Error codes for a rejected email, as opposed to a rejected client. */
const rejectionCodes: readonly unknown[] = ["EENVELOPE", "EMESSAGE"];
/** Reply to a client that must authenticate: our settings are wrong, not the email. */
const authenticationRequired = 530;

/** Whether a mail server rejected this email permanently (RFC 5321, 4.2.1). */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !rejectionCodes.includes(error.code)) {
    return false;
  }
  const reply = "responseCode" in error ? Number(error.responseCode) : undefined;
  return reply === undefined || (reply >= 500 && reply !== authenticationRequired);
}
