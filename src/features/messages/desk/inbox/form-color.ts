import styles from "./form-color.module.css";

const colors: Readonly<Record<string, string | undefined>> = {
  WebSupportRequests: styles.support,
  ContactForm: styles.contact,
  WebFeatureSubmissions: styles.feature,
  WebFeedbackSubmissions: styles.feedback,
  WebInvestorSubmissions: styles.investors,
  DataDeletionRequests: styles.deletion,
};

/** Class name that sets `--form-color`; always shown beside the form's name. */
export function formColor(form: string): string {
  return colors[form] ?? `${styles.all}`;
}
