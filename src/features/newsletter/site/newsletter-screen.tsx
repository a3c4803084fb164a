import type { ReactNode } from "react";
import styles from "./newsletter-screen.module.css";

export function NewsletterScreen({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.screen}>
      <div className="wrap">
        <h1>{heading}</h1>
        {children}
      </div>
    </section>
  );
}
