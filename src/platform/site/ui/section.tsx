import type { ReactNode } from "react";
import styles from "./section.module.css";
import { type Surface, surfaceClass } from "./surface.ts";

interface SectionProps {
  /** Background; paper by default. */
  readonly surface?: Surface;
  /** Anchor of the section; makes it focusable. */
  readonly id?: string;
  /** Full-width content at the lower edge, such as a picture; removes the padding below. */
  readonly foot?: ReactNode;
  /** Removes the padding below. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Section({ surface = "paper", id, foot, flush, children }: SectionProps) {
  const flushClass = flush || foot !== undefined ? styles.flush : "";
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`${styles.section} ${flushClass} ${surfaceClass(surface)}`}
    >
      <div className="wrap">{children}</div>
      {foot}
    </section>
  );
}

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
}

export function SectionHead({ title, lead }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {lead && <p className="lead">{lead}</p>}
    </div>
  );
}

interface TwoColumnsProps {
  /** Widths of the two children from 1000 px; stacked below that. */
  readonly ratio?: "7-5" | "5-7" | "1-1";
  /** Vertical alignment; stretch makes both equally high. */
  readonly align?: "start" | "center" | "end" | "stretch";
  /** Exactly two elements. */
  readonly children: ReactNode;
}

export function TwoColumns({ ratio = "7-5", align = "center", children }: TwoColumnsProps) {
  return (
    <div className={styles.columns} data-ratio={ratio} data-align={align}>
      {children}
    </div>
  );
}

interface SplitProps {
  readonly surface?: Surface;
  readonly id?: string;
  /** A `<Picture fill>` that covers its half up to the edge of the window. */
  readonly picture: ReactNode;
  /** Background until the picture has loaded. */
  readonly pictureSurface: Surface;
  /** Side of the picture from 1000 px; below that it is above the text, or below it when right. */
  readonly side?: "left" | "right";
  readonly children: ReactNode;
}

export function Split({
  surface = "paper",
  id,
  picture,
  pictureSurface,
  side = "left",
  children,
}: SplitProps) {
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`${styles.split} ${surfaceClass(surface)}`}
      data-side={side}
    >
      <div className={`${styles.picture} ${surfaceClass(pictureSurface)}`}>{picture}</div>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
