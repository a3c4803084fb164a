import { use } from "react";
import { FormStateContext, useIsInitialLocation } from "../runtime/form-state.ts";
import styles from "./served-notice.module.css";

/** What the server could not do for this page without its database, until the reader navigates. */
export function useServedNotice(): string | undefined {
  const isInitialLocation = useIsInitialLocation();
  const notice = use(FormStateContext)?.notice;
  return isInitialLocation ? notice : undefined;
}

/** Shows below the page's heading what the server could not do. */
export function ServedNotice() {
  const notice = useServedNotice();
  return notice ? (
    <p role="alert" className={styles.notice}>
      {notice}
    </p>
  ) : null;
}
