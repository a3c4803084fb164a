import { useCallback } from "react";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { type Opened, useRecord } from "../../../../platform/desk/record/use-record.ts";
import { type ApplicationDetail, applicationEndpoints } from "../../contract/desk/applications.ts";
import type { SentStatus } from "../../contract/desk/stages.ts";

/** A conflict contains the status that was not set. */
export interface OpenedApplication extends Opened<ApplicationDetail, SentStatus> {
  /** @returns whether it was saved */
  readonly move: (status: SentStatus) => Promise<boolean>;
  readonly separate: (other: string) => Promise<boolean>;
}

/**
 * One application and its changes.
 * @param onChanged called after the user's own change
 * @param onMoved the same after a move, with what undoes it
 */
export function useApplication(
  reference: string,
  onChanged: () => void,
  onMoved: (undo: string | null) => void,
): OpenedApplication {
  const read = useCallback(
    () => deskRequest(withId(applicationEndpoints.read, reference)),
    [reference],
  );
  const { save, ...opened } = useRecord<ApplicationDetail, SentStatus>(read, onChanged);
  return {
    ...opened,
    move: (status) =>
      save(async (version) => {
        const change = { version, status };
        const outcome = await deskRequest(withId(applicationEndpoints.change, reference), change);
        if (outcome.ok) onMoved(outcome.data.undo);
        return outcome;
      }, status),
    separate: (other) =>
      save(() => deskRequest(withId(applicationEndpoints.separate, reference), { other })),
  };
}
