import { type ReactNode, useRef, useState } from "react";
import { calls } from "../../../contract/api.ts";
import { call } from "../../api.ts";
import { Room, Rows } from "./rooms.tsx";
import { ActionRow } from "./row.tsx";
import { useSettings } from "./settings-context.ts";
import { done, fault, notLoaded } from "./words.ts";

interface PrivacyRoomProps {
  /** Called with what the page shows instead, once the account is gone. */
  readonly onDeleted: (instead: ReactNode) => void;
}

/** A copy of one's data, and the last door. */
export function PrivacyRoom({ onDeleted }: PrivacyRoomProps) {
  return (
    <Room title="Your data" place="privacy" field="rose2">
      <Rows>
        <Download />
        <DeleteAccount onDeleted={onDeleted} />
      </Rows>
    </Room>
  );
}

function Download() {
  const { sensitive } = useSettings();
  const link = useRef<HTMLAnchorElement>(null);

  async function download() {
    const outcome = await sensitive(() => call("GET", calls.confirmIdentity));
    if (!outcome.ok) return fault(outcome);
    link.current?.click();
    return done("Your file is on its way. Look among your downloads.");
  }

  return (
    <>
      <ActionRow
        row="download"
        term="Download my data"
        action="Download"
        about="my data"
        onPress={download}
      >
        <p>One file with everything that we hold about you, and your picture.</p>
      </ActionRow>
      {/* Browsers download what a link leads to; the button has asked first whether they may. */}
      <a ref={link} href={calls.myData} download hidden>
        Download
      </a>
    </>
  );
}

function DeleteAccount({ onDeleted }: PrivacyRoomProps) {
  const { panels, loadPanels } = useSettings();
  const [answer, setAnswer] = useState<(isDeleted: boolean) => void>();

  async function ask() {
    if (!(await loadPanels())) return notLoaded;
    await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    return undefined;
  }

  return (
    <>
      <ActionRow
        row="delete"
        term="Delete my account"
        action="Delete account"
        busyLabel="Delete account"
        onPress={ask}
      >
        <p>We ask you once more. Then it is gone for good.</p>
      </ActionRow>
      {answer && panels && (
        <panels.DeleteAccountBox
          onAnswer={(isDeleted) => {
            answer(isDeleted);
            if (isDeleted) onDeleted(<panels.DeletedScreen />);
          }}
        />
      )}
    </>
  );
}
