import { useSettings } from "./settings-context.ts";

/** Tells a password manager whose password the form is about; nothing of it is sent. */
export function UserName() {
  const { loginEmail } = useSettings().settings;
  return (
    <label hidden>
      Email
      <input type="text" autoComplete="username" value={loginEmail} readOnly />
    </label>
  );
}
