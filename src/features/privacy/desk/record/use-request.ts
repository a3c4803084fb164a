import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { type Opened, useRecord } from "../../../../platform/desk/data/use-record.ts";
import {
  type PrivacyDecision,
  type PrivacyDetail,
  type PrivacyWork,
  privacyEndpoints,
  privacyTopic,
} from "../../contract/endpoints.ts";

/** A change of a request; "retry" sends a letter again. */
type RequestAct = PrivacyWork | PrivacyDecision | { readonly act: "retry"; readonly id: string };

/** Actions that need the second factor. */
const decisions: ReadonlySet<string> = new Set([
  "confirm-identity",
  "delete",
  "send-copy",
  "deny",
  "decide-appeal",
] satisfies PrivacyDecision["act"][]);

function isDecision(act: RequestAct): act is PrivacyDecision {
  return decisions.has(act.act);
}

export type OpenedRequest = Opened<PrivacyDetail, RequestAct>;

/** One request and its changes. @param onChanged called after the user's own change */
export function useRequest(reference: string, onChanged: () => void): OpenedRequest {
  return useRecord<PrivacyDetail, RequestAct>({
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
