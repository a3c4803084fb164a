import { useCallback } from "react";
import { withId } from "../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { type Opened, useRecord } from "../../../platform/desk/record/use-record.ts";
import {
  type PrivacyDecision,
  type PrivacyDetail,
  type PrivacyWork,
  privacyEndpoints,
} from "../contract/endpoints.ts";

type PrivacyRequestAct = PrivacyWork | PrivacyDecision;

const decisions: ReadonlySet<string> = new Set([
  "confirm-identity",
  "delete",
  "send-copy",
  "deny",
  "decide-appeal",
] satisfies PrivacyDecision["act"][]);

function isDecision(act: PrivacyRequestAct): act is PrivacyDecision {
  return decisions.has(act.act);
}

export interface OpenedPrivacyRequest extends Opened<PrivacyDetail, PrivacyRequestAct> {
  /** @returns whether it was saved */
  readonly perform: (act: PrivacyRequestAct) => Promise<boolean>;
  readonly retryLetter: (id: string) => Promise<boolean>;
}

/** One request and its changes. @param onChanged called after the user's own change */
export function usePrivacyRequest(reference: string, onChanged: () => void): OpenedPrivacyRequest {
  const read = useCallback(
    () => deskRequest(withId(privacyEndpoints.read, reference)),
    [reference],
  );
  const { save, ...opened } = useRecord<PrivacyDetail, PrivacyRequestAct>(read, onChanged);
  return {
    ...opened,
    perform: (act) =>
      save(
        (version) =>
          isDecision(act)
            ? deskRequest(withId(privacyEndpoints.decide, reference), { version, decision: act })
            : deskRequest(withId(privacyEndpoints.work, reference), { version, work: act }),
        act,
      ),
    retryLetter: (id) => save(() => deskRequest(withId(privacyEndpoints.retry, id))),
  };
}
