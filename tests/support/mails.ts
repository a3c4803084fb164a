import { expect } from "vitest";
import type { DatabaseClient } from "../../src/server/platform/db/client.ts";
import { findHtmlErrors } from "./strict-html.ts";

/** A queued mail as its reader sees it. */
interface QueuedMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails that wait in the outbox, oldest first; the HTML of each is checked on the way. */
export async function readMails({ db }: DatabaseClient): Promise<QueuedMail[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(["kind", "recipient", "subject", "text", "html"])
    .orderBy("id")
    .execute();
  return rows.map(({ html, ...mail }) => {
    // Of a sent mail nothing is kept.
    if (html !== "") expect(findHtmlErrors(html), mail.kind).toEqual([]);
    return mail;
  });
}

/** The address that the newest mail of a kind leads to, in parts. */
export async function linkIn(
  database: DatabaseClient,
  kind: string,
): Promise<{ readonly url: URL; readonly token: string }> {
  const mail = (await readMails(database)).findLast((it) => it.kind === kind);
  const address = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  if (!address) throw new Error(`No mail "${kind}" holds a link.`);
  const url = new URL(address);
  return { url, token: url.searchParams.get("token") ?? "" };
}
