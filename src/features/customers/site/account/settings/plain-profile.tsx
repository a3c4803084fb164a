import { brand, office } from "../../../../../brand.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { AskedSummary } from "../../../../requests/site/asked-summary.tsx";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/format-request.ts";
import { type PortalState, withoutScripts } from "../../../contract/portal-pages.ts";
import { fullAddress, fullName } from "../customer.ts";
import styles from "../portal-screen.module.css";
import { requestPath, requestsAnchor } from "../requests.ts";
import { PlainFacts } from "./plain-facts.tsx";

const { timeZone } = office;

/** The profile and the requests without scripts. */
export function PlainProfile({ profile, requests = [], asked = [] }: PortalState) {
  const { user, memberSince, loginEmail, emailVerified, paymentNeeds } = profile;
  const since = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone });
  const isComplete = user.stripeAccountId !== undefined;
  return (
    <>
      <h2 translate="no" dir="auto">
        {fullName(user)}
      </h2>
      {!emailVerified && (
        <p>
          One step is left: open the email that we sent to <b translate="no">{loginEmail}</b> and
          press the button in it. Then we know that the address is yours. You can{" "}
          <AppLink to={withoutScripts(paths.settings)}>send it again in your settings</AppLink>.
        </p>
      )}
      <PlainFacts
        facts={[
          ["Member since", since.format(Date.parse(memberSince))],
          ["Address", fullAddress(user)],
          ["Phone", user.phoneNumber],
          ["Email", user.emailAddress],
          ...(loginEmail === user.emailAddress ? [] : [["You log in with", loginEmail] as const]),
          ["Payment profile", isComplete ? "Complete" : "Incomplete"],
          ...(paymentNeeds.length > 0
            ? [["Still missing for payments", paymentNeeds.join("; ")] as const]
            : []),
        ]}
      />
      {!isComplete && (
        <p>Setting up payments needs JavaScript. Turn it on for this page, or call us.</p>
      )}
      <AppLink to={withoutScripts(paths.editProfile)} className={buttonClass()}>
        Edit Profile
      </AppLink>
      <AskedSummary requests={asked} />
      <h2 id={requestsAnchor}>Your {brand.name} Requests</h2>
      {requests.length === 0 ? (
        <p>You have no requests yet.</p>
      ) : (
        <ul className={styles.requests}>
          {requests.map((request) => (
            <li key={request.id}>
              <AppLink to={withoutScripts(requestPath(request.id))}>
                <span translate="no">{request.requestTitle}</span>
              </AppLink>
              <p>
                {request.assignedTo && <span translate="no">{request.assignedTo}, </span>}
                {formatCompletionDate(request, timeZone)}, {formatStatus(request)},{" "}
                {formatRequestPrice(request)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
