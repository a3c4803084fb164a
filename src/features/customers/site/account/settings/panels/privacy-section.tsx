import { type ReactNode, useRef, useState } from "react";
import { pathOf } from "../../../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../../platform/site/page/app-link.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { type DeletionRequestResponse, settingsEndpoints } from "../../../../contract/settings.ts";
import { Chip } from "../../chip.tsx";
import {
  formatDate,
  formatDay,
  formatSettingsError,
  loadErrorMessage,
  successMessage,
} from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { ActionRow, Row } from "./row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

interface PrivacySectionProps {
  readonly onDeleted: (replacement: ReactNode) => void;
}

export function PrivacySection({ onDeleted }: PrivacySectionProps) {
  const { deletionRequests } = useSettings().settings;
  return (
    <SettingsSection title="Your data" surface="rose2">
      <Rows>
        {deletionRequests.map((request) => (
          <DeletionRequest key={request.reference} request={request} />
        ))}
        <OptOutSignal />
        <Download />
        <DeleteAccount onDeleted={onDeleted} />
      </Rows>
    </SettingsSection>
  );
}

function DeletionRequest({ request }: { request: DeletionRequestResponse }) {
  const { reference, receivedAt, answerBy, doneAt } = request;
  return (
    <Row
      row={`deletion-${reference}`}
      term="Your request to delete data"
      control={<Chip done={doneAt !== null}>{doneAt === null ? "In Progress" : "Done"}</Chip>}
    >
      <p>
        {doneAt === null
          ? `You sent it ${formatDay(receivedAt)}. We answer by ${formatDate(answerBy)}.`
          : `You sent it ${formatDay(receivedAt)}. It was done ${formatDay(doneAt)}.`}
      </p>
      <p>
        Reference{" "}
        <span className="exact" translate="no">
          {reference}
        </span>
      </p>
    </Row>
  );
}

function OptOutSignal() {
  const { optOutSignal } = useSettings().settings;
  return (
    <Row row="opt-out-signal" term="Global Privacy Control">
      <p>
        {optOutSignal
          ? "Your browser sends this signal, and we follow it."
          : "Your browser does not send this signal. We do not sell your data either way."}{" "}
        <AppLink to={`${paths.privacy}#global-privacy-control`}>What the signal does</AppLink>
      </p>
    </Row>
  );
}

function Download() {
  const { withReauth } = useSettings();
  const link = useRef<HTMLAnchorElement>(null);

  async function download() {
    const outcome = await withReauth(() => request(settingsEndpoints.myDataReady));
    if (!outcome.ok) return formatSettingsError(outcome);
    link.current?.click();
    return successMessage("Your file is on its way. Look among your downloads.");
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
      {/* Downloads need a link; the button has reauthenticated first. */}
      <a ref={link} href={pathOf(settingsEndpoints.myData)} download hidden>
        Download
      </a>
    </>
  );
}

function DeleteAccount({ onDeleted }: PrivacySectionProps) {
  const { panels, loadPanels } = useSettings();
  const [answer, setAnswer] = useState<(isDeleted: boolean) => void>();

  async function ask() {
    if (!(await loadPanels())) return loadErrorMessage;
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
        <p>We ask you one more time. Then it is gone for good.</p>
      </ActionRow>
      {answer && panels && (
        <panels.DeleteAccountDialog
          onResult={(isDeleted) => {
            answer(isDeleted);
            if (isDeleted) onDeleted(<panels.DeletedScreen />);
          }}
        />
      )}
    </>
  );
}
