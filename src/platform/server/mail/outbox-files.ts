import { openStorage, type StorageSettings } from "../files/open-storage.ts";
import { outboxPrefix } from "../files/removals.ts";

/** Longer headers do not occur: we write these files. */
const maxHeaderBytes = 64 * 1024;

/**
 * Emails to an address that were written to files, since there is no `SMTP_URL`, or was none.
 * @param email in lower case
 * @returns names for `scheduleRemoval`
 */
export async function findEmailFiles(
  settings: StorageSettings,
  emails: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const storage = await openStorage(settings, "outbox");
  for await (const { file } of storage.list()) {
    const stored = file.endsWith(".eml") ? await storage.open(file) : undefined;
    if (!stored) continue;
    let head = "";
    const end = Math.min(stored.size, maxHeaderBytes);
    for await (const piece of stored.read({ start: 0, end })) head += String(piece);
    const [headers = ""] = head.split("\r\n\r\n", 1);
    const recipients = /^to:(.*)$/im.exec(headers.replaceAll(/\r\n[ \t]+/g, " "))?.[1] ?? "";
    const addresses = recipients.toLowerCase().split(/[\s,<>"]+/);
    if (emails.some((email) => addresses.includes(email))) found.push(`${outboxPrefix}${file}`);
  }
  return found;
}
