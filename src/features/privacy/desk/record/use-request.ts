import { type DeskEndpoint, withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { type Opened, useRecord } from "../../../../platform/desk/data/use-record.ts";
import {
  type PrivacyBody,
  type PrivacyDetail,
  privacyChanges,
  privacyEndpoints,
  privacyTopic,
} from "../../contract/endpoints.ts";

type ChangeName = keyof typeof privacyChanges;

/** A change of a request, by its endpoint's name; "retry" sends a letter again. */
type PrivacyRequestAct =
  | {
      [Name in ChangeName]: { readonly act: Name } & Omit<PrivacyBody<Name>, "version">;
    }[ChangeName]
  | { readonly act: "retry"; readonly id: string };

export type OpenedPrivacyRequest = Opened<PrivacyDetail, PrivacyRequestAct>;

/** One request and its changes. @param onChanged called after the user's own change */
export function usePrivacyRequest(reference: string, onChanged: () => void): OpenedPrivacyRequest {
  return useRecord<PrivacyDetail, PrivacyRequestAct>({
    topic: privacyTopic,
    reference,
    endpoint: withId(privacyEndpoints.read, reference),
    send: (change, version) => {
      if (change.act === "retry") return deskRequest(withId(privacyEndpoints.retry, change.id));
      const { act, ...body } = change;
      const endpoint = privacyChanges[act] as DeskEndpoint<object, PrivacyDetail>;
      return deskRequest(withId(endpoint, reference), { ...body, version });
    },
    onSaved: onChanged,
  });
}
