import { useEffect, useRef } from "react";
import { office } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { useLocation } from "../../../../platform/site/runtime/router-context.tsx";
import { Button, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { requestHelpPath } from "../../../messages/contract/forms/request-help.ts";
import { type PortalState, withoutScripts } from "../../contract/portal-pages.ts";
import { profileEndpoints, type RequestResponse } from "../../contract/profile.ts";
import { PortalIcon } from "./portal-icon.tsx";
import { PortalScreen } from "./portal-screen.tsx";
import { Receipt } from "./profile/receipt.tsx";
import styles from "./profile/request.module.css";
import { changeAnchor, listPath, requestsAnchor, returnToList } from "./requests.ts";
import { useOwnProfile } from "./use-own-profile.ts";
import { usePortalData } from "./use-portal-data.ts";

const heading = "Your request";

const plain = (portal: PortalState) => import.meta.env.SSR && <PlainRequest {...portal} />;

export default function RequestPage() {
  const id = new URLSearchParams(useLocation().search).get("id") ?? "";
  return (
    <>
      <PageMeta
        path={paths.request}
        title={heading}
        description="One request: who came, when, what it cost, and a receipt to print."
        noIndex
      />
      {id === "" ? <NoRequest /> : <Request id={id} />}
    </>
  );
}

function Request({ id }: { id: string }) {
  const request = usePortalData(withId(profileEndpoints.request, encodeURIComponent(id)));
  const profile = useOwnProfile();
  return (
    <PortalScreen heading={heading} load={request} missing={<Missing />} plain={plain}>
      {(data) => (
        <div className={styles.columns}>
          <Receipt
            request={data}
            user={profile.state === "ready" ? profile.data.user : undefined}
          />
          <div className={styles.ways}>
            {!data.requestCompleted && data.canceled === undefined && (
              <ChangeRequest request={data} />
            )}
            <AppLink
              to={requestHelpPath(data.reference)}
              className={buttonClass(data.requestCompleted ? "ghost" : "solid")}
            >
              {data.requestCompleted ? "Get help with this request" : "Write to us instead"}
            </AppLink>
            <Button look={data.requestCompleted ? "solid" : "ghost"} onClick={() => print()}>
              <PortalIcon name="print" />
              {data.requestCompleted && data.price !== null ? "Print this receipt" : "Print this"}
            </Button>
            <BackToList />
            {data.requestCompleted && (
              <p>Tell us the reference when you call. It helps us find this request.</p>
            )}
          </div>
        </div>
      )}
    </PortalScreen>
  );
}

function BackToList() {
  return (
    <span onClickCapture={returnToList}>
      <AppLink to={listPath()} className={buttonClass("ghost")}>
        Back to all requests
      </AppLink>
    </span>
  );
}

/** The URL names no request: only checks whether someone is signed in. */
function NoRequest() {
  const profile = useOwnProfile();
  const load = profile.state === "ready" ? ({ ...profile, state: "missing" } as const) : profile;
  return (
    <PortalScreen heading={heading} load={load} missing={<Missing />} plain={plain}>
      {() => null}
    </PortalScreen>
  );
}

function Missing() {
  return (
    <div className={styles.missing}>
      <p className="lead">We can’t find this request. The link may be old.</p>
      <AppLink to={paths.profile} className={buttonClass()}>
        See all requests
      </AppLink>
      <PhoneLinks />
    </div>
  );
}

/** One request with its receipt, without scripts. */
function PlainRequest({ profile, request }: PortalState) {
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

/** How to ask for the time of a request in progress, change it or cancel it: staff do that. */
function ChangeRequest({ request }: { request: RequestResponse }) {
  const { assignedTo, reference } = request;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The page was still empty when the browser looked for the hash target.
    if (location.hash === `#${changeAnchor}`) heading.current?.focus();
  }, []);
  return (
    <section id={changeAnchor} className={styles.change} aria-labelledby={`${changeAnchor}-title`}>
      <h2 id={`${changeAnchor}-title`} ref={heading} tabIndex={-1}>
        Ask, change or cancel
      </h2>
      <p>
        To ask when {assignedTo ? <span translate="no">{assignedTo}</span> : "someone"} is coming,
        change the time or cancel, call or text us with this reference:{" "}
        <b className="exact" translate="no">
          {reference}
        </b>
        .
      </p>
      <PhoneLinks />
      <AppLink to={`${paths.askForHelp}#request-${reference}`} className={buttonClass("ghost")}>
        Change or cancel it here
      </AppLink>
    </section>
  );
}
