import type { ReactNode } from "react";
import styles from "./section.module.css";
import { type Surface, surfaceClass } from "./surface.ts";

interface SectionProps {
  /** Ground of the section; paper unless said. */
  readonly surface?: Surface;
  /** Name for links to this section; the focus may then move to it. */
  readonly id?: string;
  /** What the section stands on: a picture or line from edge to edge at its foot, no padding below. */
  readonly foot?: ReactNode;
  /** The last thing inside touches the lower edge. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A full-width field of colour with its content in the page's measure. */
export function Section({ surface = "paper", id, foot, flush, children }: SectionProps) {
  const stands = flush || foot !== undefined ? styles.flush : "";
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`${styles.section} ${stands} ${surfaceClass(surface)}`}
    >
      <div className="wrap">{children}</div>
      {foot}
    </section>
  );
}

interface SectionHeadProps {
  readonly title: ReactNode;
  /** A sentence or three in larger type. */
  readonly lead?: ReactNode;
}

/** Heading of a section and its lead, with the space that belongs below them. */
export function SectionHead({ title, lead }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {lead && <p className="lead">{lead}</p>}
    </div>
  );
}

interface TwoColumnsProps {
  /** Shares of the two children from 1000 px; below they stand one above the other. */
  readonly ratio?: "7-5" | "5-7" | "1-1";
  /** How the columns line up; stretch makes both equally high. */
  readonly align?: "start" | "center" | "end" | "stretch";
  /** Exactly two elements. */
  readonly children: ReactNode;
}

/** Two columns on the fixed left edge. */
export function TwoColumns({ ratio = "7-5", align = "center", children }: TwoColumnsProps) {
  return (
    <div className={styles.columns} data-ratio={ratio} data-align={align}>
      {children}
    </div>
  );
}

interface SplitProps {
  /** Ground of the words. */
  readonly surface?: Surface;
  readonly id?: string;
  /** A `<Picture fill>`; it covers its half up to the edge of the window. */
  readonly picture: ReactNode;
  /** Ground below the picture until it has come. */
  readonly pictureSurface: Surface;
  /** Side of the picture from 1000 px; below it stands above the words, or below them when right. */
  readonly side?: "left" | "right";
  readonly children: ReactNode;
}

/** A section in two rooms with an ink wall between: a picture to the edge, and words. */
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
