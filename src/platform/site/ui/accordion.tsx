import type { ReactNode } from "react";
import styles from "./accordion.module.css";

export interface AccordionItem {
  readonly title: string;
  readonly body: ReactNode;
}

/** Native disclosure elements: each opens and closes independently, with or without scripts. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  return (
    <div className={styles.accordion}>
      {items.map((item, index) => (
        <details key={item.title} open={index === 0}>
          <summary>
            <span>{item.title}</span>
            <i aria-hidden="true" />
          </summary>
          <div className={styles.body}>
            {typeof item.body === "string" ? <p>{item.body}</p> : item.body}
          </div>
        </details>
      ))}
    </div>
  );
}
