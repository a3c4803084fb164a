import { useEffect, useRef } from "react";
import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { useLocation } from "../../../../platform/site/runtime/router-context.tsx";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { paymentSetupPath } from "../../../payments/site/payment-anchor.ts";
import { useUnfinishedPayment } from "../../../payments/site/use-unfinished-payment.ts";
import { askEndpoints } from "../../../requests/contract/ask-endpoints.ts";
import { AskedSummary } from "../../../requests/site/asked-summary.tsx";
import { formatCompletionDate, formatStatus } from "../../contract/format-request.ts";
import { profileEndpoints, type RequestResponse } from "../../contract/profile.ts";
import { EmailToConfirm } from "../auth/email-to-confirm.tsx";
import { Chip } from "./chip.tsx";
import { PortalLoading, PortalScreen } from "./portal-screen.tsx";
import styles from "./profile/profile.module.css";
import { ProfileCard } from "./profile/profile-card.tsx";
import { RequestList } from "./profile/request-list.tsx";
import { requestPath, requestsAnchor } from "./requests.ts";
import { PlainProfile } from "./settings/plain-profile.tsx";
import { useOwnProfile } from "./use-own-profile.ts";
import { usePortalData } from "./use-portal-data.ts";

export default function ProfilePage() {
  const profile = useOwnProfile();
  const requests = usePortalData(profileEndpoints.requests);
  const asked = usePortalData(askEndpoints.list);
  useUnfinishedPayment(
    profile.state === "ready" && profile.data.user.stripeAccountId === undefined,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isReady = profile.state === "ready" && requests.state === "ready";
  useEffect(() => {
    // The page was still empty when the browser looked for the hash target.
    if (isReady && hash === `#${requestsAnchor}`) {
      heading.current?.scrollIntoView();
      heading.current?.focus({ preventScroll: true });
    }
  }, [isReady, hash]);
  return (
    <>
      <PageMeta
        path={paths.profile}
        title="Your profile"
        description="Your details, your payment profile and everything you asked for, with receipts."
        noIndex
      />
      {/* Links find the list before it is loaded, too. */}
      {!isReady && <span id={requestsAnchor} />}
      <PortalScreen
        heading="Your profile"
        hideHeading
        load={profile}
        plain={(portal) => import.meta.env.SSR && <PlainProfile {...portal} />}
      >
        {(data) => (
          <div className={styles.columns}>
            {requests.state === "ready" && requests.data[0] && (
              <NewestRequest request={requests.data[0]} />
            )}
            <ProfileCard profile={data} />
            <div>
              {!data.emailVerified && (
                <aside className={styles.confirm}>
                  <h2>Please confirm your email</h2>
                  <EmailToConfirm email={data.loginEmail} />
                </aside>
              )}
              {data.user.stripeAccountId === undefined && <PaymentHint />}
              {asked.state === "ready" && <AskedSummary requests={asked.data} />}
              <h2 id={isReady ? requestsAnchor : undefined} ref={heading} tabIndex={-1}>
                Your {brand.name} Requests
              </h2>
              <PortalLoading
                load={requests}
                loadingLabel="Loading your requests..."
                readyLabel="Your requests are here."
              />
              {requests.state === "ready" && <RequestList requests={requests.data} />}
            </div>
          </div>
        )}
      </PortalScreen>
    </>
  );
}

function PaymentHint() {
  return (
    <aside className={styles.payment}>
      <div>
        <h2>Finish your payment profile</h2>
        <p>Set it up once, then pay for help by card. It takes a few minutes.</p>
      </div>
      <AppLink to={paymentSetupPath} className={buttonClass()}>
        Set up payments
      </AppLink>
    </aside>
  );
}

/** The newest request above the card on narrow screens, where the list is far down. */
function NewestRequest({ request }: { readonly request: RequestResponse }) {
  const { id, requestTitle, assignedTo, requestCompleted } = request;
  return (
    <section className={styles.newest} aria-label="Your newest request">
      <h2>Your newest request</h2>
      <AppLink to={requestPath(id)}>
        <span translate="no">{requestTitle}</span>
      </AppLink>
      <p>
        {assignedTo && <span translate="no">{assignedTo}</span>}
        <span>{formatCompletionDate(request)}</span>
        <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
      </p>
    </section>
  );
}
