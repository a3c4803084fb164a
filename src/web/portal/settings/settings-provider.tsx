import { type ReactNode, useRef, useState } from "react";
import type { SettingsAnswer } from "../../../contract/api.ts";
import { proofForm } from "../../../contract/forms/settings-forms.ts";
import { useLoginRedirect } from "../use-portal-data.ts";
import { confirmIdentity, ProofBox } from "./proof-box.tsx";
import { type RowNote, type SensitiveOutcome, SettingsContext } from "./settings-context.ts";

interface SettingsProviderProps {
  readonly settings: SettingsAnswer;
  readonly reload: () => Promise<void>;
  readonly children: ReactNode;
}

/** Holds what the rooms share, and the box that asks once more who is there. */
export function SettingsProvider({ settings, reload, children }: SettingsProviderProps) {
  const [open, setOpen] = useState<string>();
  const [note, setNote] = useState<RowNote>();
  const [asking, setAsking] = useState(false);
  const answer = useRef<(isProven: boolean) => void>(undefined);
  const toLogin = useLoginRedirect();

  async function sensitive<Result extends SensitiveOutcome>(
    run: () => Promise<Result>,
  ): Promise<Result> {
    const first = await run();
    if (!first.ok && first.error.code === "not-signed-in") toLogin();
    if (first.ok || first.error.code !== "confirm-needed") return first;
    setAsking(true);
    const isProven = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    setAsking(false);
    return isProven ? run() : first;
  }

  const shared = { settings, reload, open, setOpen, note, setNote, sensitive };
  return (
    <SettingsContext value={shared}>
      {children}
      {asking && (
        <ProofBox
          heading="Is it still you?"
          form={proofForm}
          stay="Go back"
          withPasskey={settings.passkeys.length > 0}
          onProof={confirmIdentity}
          onDone={() => answer.current?.(true)}
          onStay={() => answer.current?.(false)}
        >
          <p>
            You logged in a while ago. Type your password once more, so that nobody else at this
            computer can do this.
          </p>
        </ProofBox>
      )}
    </SettingsContext>
  );
}
