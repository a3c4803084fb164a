import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import type { SendMailOptions, Transporter } from "nodemailer";
import { brand } from "../../../brand.ts";
import type { Config } from "../config/config.ts";
import { deliveryLimitMs, type PendingEmail } from "./queries.ts";

/** Hands mails on. */
export interface EmailTransport {
  /** Resolves when the other side has taken the mail for good. */
  deliver(mail: PendingEmail): Promise<void>;
  close(): void;
}

/** Mails under way at once, each on a connection of its own. */
export const maxConcurrent = 5;

const waits = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 15_000,
  socketTimeout: 60_000,
};

/** The mail server of `SMTP_URL`, or files in `DATA_DIR/outbox`. */
export async function openTransport(config: Config): Promise<EmailTransport> {
  // Not before there is a mail: the start has a budget.
  const { createTransport } = await import("nodemailer");
  const from = config.mailFrom ?? `"${brand.name}" <${brand.email.support}>`;
  const { smtpUrl } = config;
  if (smtpUrl === undefined) {
    const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    return {
      async deliver(mail) {
        const { message } = await writer.sendMail(toMessage(mail, from));
        await writeMailFile(config.dataDir, mail.id, message as Buffer);
      },
      close: () => writer.close(),
    };
  }
  const pool: Transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: maxConcurrent,
    // The outbox tries again, and knows when to stop.
    maxRequeues: 0,
    ...waits,
  } as object);
  return {
    async deliver(mail) {
      const signal = AbortSignal.timeout(deliveryLimitMs);
      await pool.sendMail({ ...toMessage(mail, from), signal } as SendMailOptions);
    },
    close: () => pool.close(),
  };
}

/** The same mail twice has the same id and date, so that a mail program shows it once. */
function toMessage(mail: PendingEmail, from: string): SendMailOptions {
  const host = /@([^@>]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    // As an object: a comma in a text would make two recipients.
    to: { name: "", address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    date: new Date(mail.created_at),
    headers: JSON.parse(mail.headers),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Whole or not at all, and for the server's account only. */
async function writeMailFile(dataDir: string, id: string, message: Buffer): Promise<void> {
  const folder = path.join(dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = path.join(folder, `${id}.partial`);
  const file = await open(partial, "w", 0o600);
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path.join(folder, `${id}.eml`));
}

/** Where a mail server rejects a mail, and not us. */
const rejectionCodes: readonly unknown[] = ["EENVELOPE", "EMESSAGE"];
/** Answer to a sender who should have signed in: our settings are wrong, not the mail. */
const wantsSignIn = 530;

/** Whether a mail server said for good that it does not take this mail (RFC 5321, 4.2.1). */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !rejectionCodes.includes(error.code)) {
    return false;
  }
  const reply = "responseCode" in error ? Number(error.responseCode) : undefined;
  return reply === undefined || (reply >= 500 && reply !== wantsSignIn);
}
