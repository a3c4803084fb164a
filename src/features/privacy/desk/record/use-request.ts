import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { type Opened, useRecord } from "../../../../platform/desk/data/use-record.ts";
import {
  type PrivacyDecision,
  type PrivacyDetail,
  type PrivacyWork,
  privacyEndpoints,
  privacyTopic,
} from "../../contract/endpoints.ts";

/** A change of a request; "retry" sends a letter again. */
type PrivacyRequestAct =
  | PrivacyWork
  | PrivacyDecision
  | { readonly act: "retry"; readonly id: string };

/** Actions that need the second factor. */
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

export type OpenedPrivacyRequest = Opened<PrivacyDetail, PrivacyRequestAct>;

/** One request and its changes. @param onChanged called after the user's own change */
export function usePrivacyRequest(reference: string, onChanged: () => void): OpenedPrivacyRequest {
  return useRecord<PrivacyDetail, PrivacyRequestAct>({
    topic: privacyTopic,
    reference,
    endpoint: withId(privacyEndpoints.read, reference),
    send: (act, version) => {
      if (act.act === "retry") return deskRequest(withId(privacyEndpoints.retry, act.id));
      return isDecision(act)
        ? deskRequest(withId(privacyEndpoints.decide, reference), { version, decision: act })
        : deskRequest(withId(privacyEndpoints.work, reference), { version, work: act });
    },
    onSaved: onChanged,
  });
}
