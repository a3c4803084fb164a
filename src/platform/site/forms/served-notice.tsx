import { use } from "react";
import { FormStateContext, useIsInitialLocation } from "../runtime/form-state.ts";
import styles from "./served-notice.module.css";

/** Notice that the server could not fill in the page without its database; gone after navigation. */
export function useServedNotice(): string | undefined {
  const isInitialLocation = useIsInitialLocation();
  const notice = use(FormStateContext)?.notice;
  return isInitialLocation ? notice : undefined;
}

export function ServedNotice() {
  const notice = useServedNotice();
  return notice ? (
    <p role="alert" className={styles.notice}>
      {notice}
    </p>
  ) : null;
}
