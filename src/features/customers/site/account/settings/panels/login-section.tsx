import { Disclosure } from "../../disclosure.tsx";
import { useSettings } from "../settings-context.ts";
import { CodeRows } from "./code-rows.tsx";
import { EmailRows } from "./email-rows.tsx";
import { PasskeyRows } from "./passkey-rows.tsx";
import { PasswordRow } from "./password-row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

/** Sign-in methods: email and password; passkeys and codes are collapsed until the account has any. */
export function LoginSection() {
  const { settings, open } = useSettings();
  const startsOpen =
    settings.passkeys.length > 0 || settings.hasAuthenticator || open === "passkeys";
  return (
    <SettingsSection title="How you log in" surface="paper">
      <Rows>
        <EmailRows />
        <PasswordRow />
      </Rows>
      <Disclosure title="More security" startsOpen={startsOpen}>
        <p>
          You do not need these two. They make it harder for someone else to log in as you. A
          passkey stays on your phone or computer, and you show your finger, your face or your
          screen lock instead of a password. A code comes from a free app on your phone: whoever
          knows your password still needs your phone.
        </p>
        <Rows>
          <PasskeyRows />
          <CodeRows />
        </Rows>
      </Disclosure>
    </SettingsSection>
  );
}
