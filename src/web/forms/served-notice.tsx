import { use } from "react";
import { FormStateContext, useIsFirstPlace } from "../runtime/form-state.ts";
import styles from "./served-notice.module.css";

/** What the server could not do for this page while its database was away, until the reader moves on. */
export function useServedNotice(): string | undefined {
  const isFirstPlace = useIsFirstPlace();
  const notice = use(FormStateContext)?.notice;
  return isFirstPlace ? notice : undefined;
}

/** Says below the page's heading what the server could not do. */
export function ServedNotice() {
  const notice = useServedNotice();
  return notice ? (
    <p role="alert" className={styles.notice}>
      {notice}
    </p>
  ) : null;
}
