import type { DatabaseClient } from "../../src/server/db/client.ts";

/** A queued mail as its reader sees it. */
interface QueuedMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails that wait in the outbox, oldest first. */
export function readMails({ db }: DatabaseClient): Promise<QueuedMail[]> {
  return db
    .selectFrom("mail_outbox")
    .select(["kind", "recipient", "subject", "text"])
    .orderBy("id")
    .execute();
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
