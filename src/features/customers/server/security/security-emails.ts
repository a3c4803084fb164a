import type { AppContext } from "../../../../platform/server/app-context.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";

/**
 * Changes that a person is notified of at once, in case somebody else made them: subject and text.
 */
const changes = {
  "password-changed": [
    "Your password was changed",
    "Your password was changed in your settings. Your other devices were logged out.",
  ],
  "passkey-added": [
    "A passkey was added to your account",
    "A new passkey can log in to your account.",
  ],
  "passkey-removed": [
    "A passkey was removed from your account",
    "One of your passkeys no longer logs in to your account.",
  ],
  "codes-on": [
    "Your account now asks for a code",
    "From now on, logging in with your password also needs a code from your authenticator app.",
  ],
  "codes-off": [
    "Your account no longer asks for a code",
    "Logging in needs only your password again. Your recovery codes no longer work.",
  ],
  "recovery-codes-renewed": [
    "You have new recovery codes",
    "New recovery codes were made for your account. The old ones no longer work.",
  ],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export async function securityEmail(
  { database }: Pick<AppContext, "database">,
  uid: string,
  kind: keyof typeof changes,
): Promise<Email> {
  const { email } = await database.db
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  const [subject, sentence] = changes[kind];
  return composeEmail({
    kind,
    uid,
    recipient: email,
    subject,
    lines: [sentence],
    footnote: "If this was not you, call us right away. The number is below.",
  });
}
