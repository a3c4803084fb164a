import { CodeRows } from "../rows/code-rows.tsx";
import { EmailRows } from "../rows/email-rows.tsx";
import { PasskeyRows } from "../rows/passkey-rows.tsx";
import { PasswordRow } from "../rows/password-row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

/** Sign-in methods: email, password, passkeys, codes. */
export function LoginSection() {
  return (
    <SettingsSection title="How you log in" surface="paper">
      <Rows>
        <EmailRows />
        <PasswordRow />
        <PasskeyRows />
        <CodeRows />
      </Rows>
    </SettingsSection>
  );
}
