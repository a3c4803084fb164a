import { Resolver } from "node:dns/promises";
import { days, minutes, seconds } from "../../../../platform/contract/durations.ts";
import { senderOf } from "../../../../platform/server/mail/message-id.ts";
import { readTestEmail, testEmailAddress } from "../../../messages/server/inbound/test-email.ts";
import { askTimeoutMs, whyNot } from "../ask.ts";
import {
  type Check,
  type Finding,
  type LaunchContext,
  noAddress,
  ok,
  publicAddress,
  showDay,
  todo,
  wrong,
} from "../check.ts";

const area = "Email";
const dnsTimeoutMs = seconds(3);
/** A test that is older proves nothing any more. */
const freshMs = days(30);
/** How long a test email may be on its way. */
const travelMs = minutes(10);

const sendTest = "Send the test email: ops launch-check --send-email, or the button at the desk.";

/** The domain of the sender of all emails. */
function senderDomain({ config }: LaunchContext): string {
  return (/@([^@>]+)>?$/.exec(senderOf(config))?.[1] ?? "").toLowerCase();
}

/** The texts of a name; empty if it has none. @throws Error if the DNS does not answer */
async function readTexts({ config }: LaunchContext, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  if (config.launch) resolver.setServers([config.launch.dnsServer]);
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}

/** @param texts of the sender's domain */
export function checkSpf(domain: string, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const next = `Publish one text for ${domain} that begins with v=spf1, includes your mail server, and ends with -all or ~all.`;
  if (records.length === 0) return wrong(`${domain} has no SPF record.`, next);
  if (records.length > 1) {
    return wrong(`${domain} has ${records.length} SPF records: receivers then use none.`, next);
  }
  // "redirect" leads to the record of another domain, which has the end.
  const end = records[0]?.trim().split(" ").at(-1) ?? "";
  const isClosed = /^(?:[-~]all|redirect=.+)$/i.test(end);
  return isClosed
    ? ok(`${domain} names the servers that send its email.`)
    : wrong(`The SPF record of ${domain} lets every server send.`, next);
}

/** @param texts of "_dmarc." and the domain */
export function checkDmarc(domain: string, texts: readonly string[]): Finding {
  const record = texts.find((text) => /^v=DMARC1\s*;/i.test(text));
  const next = `Publish a text for _dmarc.${domain}: v=DMARC1; p=quarantine; rua=mailto:an address of yours.`;
  if (record === undefined) return wrong(`${domain} has no DMARC record.`, next);
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (policy === "quarantine" || policy === "reject") {
    return ok(`Receivers ${policy} what ${domain} did not send.`);
  }
  return todo(
    `The policy of ${domain} is “${policy ?? "none"}”: forged emails are delivered.`,
    "After a few weeks without errors in the reports, change p=none to p=quarantine.",
  );
}

/** @param texts of the signature's key */
export function checkDkim(domain: string, signer: string, texts: readonly string[]): Finding {
  const record = texts.find((text) => /(?:^|;)\s*p\s*=/i.test(text));
  if (record === undefined || /(?:^|;)\s*p\s*=\s*(?:;|$)/i.test(record)) {
    return wrong(
      "The key that signed the test email is not in the DNS.",
      "Publish the key that your mail server shows.",
    );
  }
  // DMARC accepts a parent or a subdomain of the sender's (RFC 7489, 3.1.1).
  const isAligned =
    signer === domain || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`);
  return isAligned
    ? ok(`Emails are signed by ${signer}, and the key is in the DNS.`)
    : wrong(`Emails are signed by ${signer}, not by ${domain}.`, `Sign with a key of ${domain}.`);
}

function checkOfDomain(
  id: string,
  title: string,
  find: (domain: string, context: LaunchContext) => Promise<Finding>,
): Check {
  return {
    id,
    area,
    title,
    async find(context) {
      const domain = senderDomain(context);
      if (!publicAddress(context)) return noAddress;
      try {
        return await find(domain, context);
      } catch (error) {
        return todo(`The DNS could not be asked, because ${whyNot(error)}.`, "Try again later.");
      }
    },
  };
}

const spf = checkOfDomain("spf", "SPF", async (domain, context) =>
  checkSpf(domain, await readTexts(context, domain)),
);

const dmarc = checkOfDomain("dmarc", "DMARC", async (domain, context) => {
  const own = await readTexts(context, `_dmarc.${domain}`);
  const parent = domain.split(".").slice(-2).join(".");
  const isOwn = own.length > 0 || parent === domain;
  return checkDmarc(domain, isOwn ? own : await readTexts(context, `_dmarc.${parent}`));
});

const dkim = checkOfDomain("dkim", "DKIM", async (domain, context) => {
  const test = await readTestEmail(context.database.db);
  if (test?.arrivedAt == null) {
    return todo("Which key signs is only known when a test email has come back.", sendTest);
  }
  const { domain: signer, selector } = test;
  if (signer === "" || selector === "") {
    return wrong(
      "The test email came back without a signature.",
      "Turn on DKIM at your mail server.",
    );
  }
  return checkDkim(domain, signer, await readTexts(context, `${selector}._domainkey.${signer}`));
});

/** Connects and logs in, without sending anything. @throws Error with a `code` */
async function logIn(smtpUrl: string): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: askTimeoutMs, greetingTimeout: askTimeoutMs };
  const more = { dnsTimeout: askTimeoutMs, socketTimeout: askTimeoutMs };
  const transport = createTransport({ url: smtpUrl, ...limits, ...more } as object);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const smtp: Check = {
  id: "smtp",
  area,
  title: "Sending (SMTP)",
  async find({ config, database, now }) {
    if (config.smtpUrl === undefined) {
      return wrong("Emails become files in DATA_DIR.", "Set SMTP_URL and MAIL_FROM.");
    }
    try {
      await logIn(config.smtpUrl);
    } catch (error) {
      const { code = "", responseCode } = error as { code?: string; responseCode?: number };
      const why = code === "EAUTH" ? `it rejects the log-in (${responseCode})` : whyNot(error);
      return wrong(`The mail server does not accept us, because ${why}.`, "Correct SMTP_URL.");
    }
    const test = await readTestEmail(database.db);
    if (!test || now() - test.queuedAt > freshMs) {
      return todo(
        "The mail server accepts the log-in. No email was sent as a test lately.",
        sendTest,
      );
    }
    if (test.sentAt !== null) return ok(`A test email was sent on ${showDay(test.sentAt)}.`);
    if (now() - test.queuedAt < travelMs && test.failure === null) {
      return todo("The test email is waiting to be sent.", "Look again in a minute.");
    }
    return wrong(
      `The test email was not sent${test.failure === null ? "" : ` (${test.failure})`}.`,
      "Start the server with BACKGROUND_JOBS=on, and look into its log.",
    );
  },
};

const inbound: Check = {
  id: "inbound-email",
  area,
  title: "Receiving email",
  async find({ config, database, now }) {
    if (config.inboundMailToken === undefined || config.inboundMailAddress === undefined) {
      return todo(
        "Inbound email is off: answers by email reach only the mailbox of MAIL_FROM.",
        "Set INBOUND_MAIL_TOKEN and INBOUND_MAIL_ADDRESS (docs/deploy.md).",
      );
    }
    const test = await readTestEmail(database.db);
    if (!test || now() - test.queuedAt > freshMs) {
      return todo("Whether email arrives was not tried lately.", sendTest);
    }
    if (test.arrivedAt !== null) {
      const took = Math.max(1, Math.round((test.arrivedAt - test.queuedAt) / 1000));
      return ok(`The test email came back on ${showDay(test.arrivedAt)}, after ${took} seconds.`);
    }
    if (now() - test.queuedAt < travelMs) {
      return todo("The test email is on its way.", "Look again in a minute.");
    }
    return wrong(
      "The test email did not come back.",
      `Look into the program that hands in emails: ${testEmailAddress(config)} must reach it, with what stands after the plus.`,
    );
  },
};

const notices: Check = {
  id: "staff-email",
  area,
  title: "Notices to staff",
  find({ config: { staffEmails } }) {
    const isSet = staffEmails.others !== undefined || Object.keys(staffEmails.byForm).length > 0;
    return isSet
      ? ok("Staff get a notice of each new message.")
      : todo("Staff get no notice of new messages.", "Set STAFF_EMAIL.");
  },
};

export const emailChecks: readonly Check[] = [spf, dkim, dmarc, smtp, inbound, notices];
