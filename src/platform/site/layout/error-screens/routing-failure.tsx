import { use } from "react";
import { rejectedHeading } from "../../../contract/errors/failures.ts";
import { paths } from "../../../contract/paths.ts";
import { AppLink } from "../../page/app-link.tsx";
import { emptyLot, emptyLotTall } from "../../pictures/nights.ts";
import { FormStateContext } from "../../runtime/form-state.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./error-screen.module.css";
import { ErrorScreen } from "./error-screen.tsx";

/**
 * Error screen for an unknown path, a page that failed to render, or a request that the
 * server rejected, with what to do.
 */
export function RoutingFailure({ isNotFound }: { readonly isNotFound: boolean }) {
  const notice = use(FormStateContext)?.notice;
  if (isNotFound && notice) {
    return (
      <ErrorScreen heading={rejectedHeading}>
        <p className="lead">{notice}</p>
        <NextLinks />
      </ErrorScreen>
    );
  }
  return (
    <ErrorScreen
      heading={isNotFound ? "This page isn’t here" : "This page has a fault"}
      message="Unexpected Application Error!"
      {...(isNotFound && { picture: emptyLot, narrowPicture: emptyLotTall })}
    >
      <p className="lead">
        {isNotFound
          ? "There is no page at this address. The link may be old, or there may be a typo. You did nothing wrong."
          : "The fault is ours, not yours. Go back, or start again from the home page."}
      </p>
      <NextLinks />
    </ErrorScreen>
  );
}

function NextLinks() {
  return (
    <ul className={styles.nextLinks}>
      <NextLink to={paths.home}>Go to the home page</NextLink>
      <NextLink to={paths.login}>Log in to your account</NextLink>
      <NextLink to={paths.contact}>Get in touch</NextLink>
    </ul>
  );
}

function NextLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <AppLink to={to}>
        <span>{children}</span>
        <Icon name="arrow" />
      </AppLink>
    </li>
  );
}
