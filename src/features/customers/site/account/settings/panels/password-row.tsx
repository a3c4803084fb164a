import { passwordAnchor } from "../../../../../../platform/contract/paths.ts";
import { successMessage } from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { PanelRow } from "./row.tsx";

const row = "password";

export function PasswordRow() {
  const { reload, setOpen, setNote } = useSettings();

  async function finish() {
    await reload();
    setOpen(undefined);
    setNote({
      row,
      ...successMessage("Your password is changed. Your other devices were logged out."),
    });
  }

  return (
    <PanelRow
      row={row}
      anchor={passwordAnchor}
      term="Password"
      action="Change password"
      panel={({ PasswordPanel }) => <PasswordPanel onDone={finish} />}
    >
      <p>No one can see it, not even us.</p>
    </PanelRow>
  );
}
