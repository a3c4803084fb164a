import { useSettings } from "./settings-context.ts";

/** Hidden username field for password managers; it has no name, so it is not sent. */
export function UserName() {
  const { loginEmail } = useSettings().settings;
  return (
    <label hidden>
      Email
      <input type="text" autoComplete="username" value={loginEmail} readOnly />
    </label>
  );
}
