import { shownEmail } from "../../../../platform/contract/email.ts";

/** What a list calls who wrote: by name, or by email without one. */
export function senderName(name: string, email: string | null): string {
  return name || shownEmail(email ?? "") || "No name";
}
