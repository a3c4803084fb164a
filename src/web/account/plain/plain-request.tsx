import { office } from "../../../brand.ts";
import { type PortalState, withoutScripts } from "../../../contract/forms/portal-pages.ts";
import { requestHelpPath } from "../../../contract/forms/request-help.ts";
import { paths } from "../../../contract/paths.ts";
import { AppLink } from "../../page/app-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { requestsAnchor } from "../parts/requests.ts";
import { Receipt } from "../request/receipt.tsx";

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
