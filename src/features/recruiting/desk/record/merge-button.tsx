import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
} from "../../contract/applications.ts";

interface MergeButtonProps {
  readonly kept: ApplicationDetail;
  readonly other: ApplicationDetail;
  readonly onMerged: () => void;
  /** Called when one of them was changed in the meantime. */
  readonly onFailed: (message: string) => void;
}

export function MergeButton({ kept, other, onMerged, onFailed }: MergeButtonProps) {
  const status = kept.status === "duplicate" ? other.status : kept.status;
  async function merge() {
    const { version, reference } = kept;
    const outcome = await deskRequest(withId(applicationEndpoints.merge, reference), {
      version,
      other: { reference: other.reference, version: other.version },
    });
    if (!outcome.ok) onFailed(failureMessage(outcome.error));
    return outcome;
  }
  return (
    <AskButton
      label="Keep this one"
      of={kept.reference}
      look="solid"
      heading={`Keep ${kept.reference}?`}
      text={`${kept.reference} stays, with the status ${applicationStatusNames[status]}. It keeps its answers and gets those that it lacks${kept.resume || !other.resume ? "" : ", and the résumé"}. ${other.reference} becomes a duplicate; its answers and notes stay. This cannot be undone.`}
      send={merge}
      onDone={onMerged}
    />
  );
}
