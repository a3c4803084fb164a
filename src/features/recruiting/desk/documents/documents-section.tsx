import { Link } from "react-router";
import styles from "../funnel/waitlist.module.css";
import { documentsPath } from "./document-query.ts";

/** Leads to the list of documents below the applications. */
export function DocumentsSection() {
  return (
    <section className={styles.section} aria-labelledby="documents-that-end">
      <h2 id="documents-that-end">Licenses and documents that end</h2>
      <p>Licenses, insurance and certificates of applicants and of people who work with us.</p>
      <Link to={documentsPath} className={styles.link}>
        Documents by their end
      </Link>
    </section>
  );
}
