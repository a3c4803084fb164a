import { CodeRows } from "./code-rows.tsx";
import { EmailRows } from "./email-rows.tsx";
import { PasskeyRows } from "./passkey-rows.tsx";
import { PasswordRow } from "./password-row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

/** Everything that lets the person in. */
export function LoginSection() {
  return (
    <SettingsSection title="How you log in" field="paper">
      <Rows>
        <EmailRows />
        <PasswordRow />
        <PasskeyRows />
        <CodeRows />
      </Rows>
    </SettingsSection>
  );
}
