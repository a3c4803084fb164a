import { office } from "../../../../../brand.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { requestHelpPath } from "../../../../messages/contract/forms/request-help.ts";
import { type PortalState, withoutScripts } from "../../../contract/forms/portal-pages.ts";
import { Receipt } from "../profile/receipt.tsx";
import { requestsAnchor } from "../requests.ts";

/** One request with its receipt, without scripts. */
export function PlainRequest({ profile, request }: PortalState) {
  return (
    <>
      {request ? (
        <>
          <Receipt request={request} user={profile.user} timeZone={office.timeZone} />
          <AppLink to={requestHelpPath(request.reference)} className={buttonClass()}>
            Get help with this request
          </AppLink>
        </>
      ) : (
        <p className="lead">We can’t find this request. The link may be old.</p>
      )}
      <p>
        <AppLink to={`${withoutScripts(paths.profile)}#${requestsAnchor}`}>
          Back to all requests
        </AppLink>
      </p>
    </>
  );
}
