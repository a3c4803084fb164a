import type { ReactNode } from "react";
import { brand } from "../../../brand.ts";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import styles from "./action-page.module.css";

interface ActionPageProps {
  readonly surface: "blue" | "marigold";
  readonly heading: ReactNode;
  readonly lead: ReactNode;
  /** Below the lead, in the colored band. */
  readonly band?: ReactNode;
  /** Boxes beside the page's content, below it in narrow windows. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A page on which somebody does one thing: a colored band, then two columns. */
export function ActionPage({ surface, heading, lead, band, aside, children }: ActionPageProps) {
  return (
    <>
      <section className={`${styles.band} ${styles[surface]}`}>
        <div className="wrap">
          <h1>{heading}</h1>
          <p className="lead">{lead}</p>
          {band}
        </div>
      </section>
      <section className={styles.body}>
        <div className={`wrap ${styles.columns}`}>
          <div>{children}</div>
          <aside className={styles.aside}>{aside}</aside>
        </div>
      </section>
    </>
  );
}

interface BoxProps {
  readonly id?: string;
  readonly look?: "plain" | "marigold" | "sage" | "main" | "form" | "bad";
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}

/** A framed part; "main" has the heaviest frame, one a page: the thing to do. */
export function Box({ id, look = "plain", heading, children }: BoxProps) {
  return (
    <section id={id} className={`${styles.box} ${styles[look]}`}>
      {heading && <h2>{heading}</h2>}
      {children}
    </section>
  );
}

/** Does the same by phone. */
export function CallBox({
  heading,
  text,
  look = "marigold",
}: {
  readonly heading: string;
  readonly text: string;
  readonly look?: "marigold" | "sage";
}) {
  const { e164, shown } = brand.phone;
  return (
    <Box look={look} heading={heading}>
      <p>{text}</p>
      <p>
        <a href={`tel:${e164}`} className={buttonClass()}>
          <Icon name="phone" />
          {shown}
        </a>
      </p>
    </Box>
  );
}
