import { expect } from "vitest";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { findHtmlErrors } from "./strict-html.ts";

interface QueuedEmail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The emails in the outbox, oldest first; also checks the HTML of each. */
export async function readEmails({ db }: DatabaseClient): Promise<QueuedEmail[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(["kind", "recipient", "subject", "text", "html"])
    .orderBy("id")
    .execute();
  return rows.map(({ html, ...email }) => {
    // The contents of a sent email are deleted.
    if (html !== "") expect(findHtmlErrors(html), email.kind).toEqual([]);
    return email;
  });
}

/** The link in the newest email of a kind, and its token. */
export async function linkIn(
  database: DatabaseClient,
  kind: string,
): Promise<{ readonly url: URL; readonly token: string }> {
  const email = (await readEmails(database)).findLast((it) => it.kind === kind);
  const address = /https?:\/\/\S+/.exec(email?.text ?? "")?.[0];
  if (!address) throw new Error(`No email of kind "${kind}" with a link.`);
  const url = new URL(address);
  return { url, token: url.searchParams.get("token") ?? "" };
}
