import type { ReactNode } from "react";
import { type Field, fieldClass } from "./field.ts";
import styles from "./plan.module.css";

interface PlanProps {
  /**
   * How the rooms stand from 760 px; below they stand one above the other.
   * day: big, small / small, broad. four: 7 5 / 5 7. six: two big, four small. duo: two equal.
   * free: the page's own grid, by `className`.
   */
  readonly layout: "day" | "four" | "six" | "duo" | "free";
  /** A `<Roof>` puts the plan under a roof. */
  readonly roof?: ReactNode;
  readonly className?: string | undefined;
  /** `<Room>`s. */
  readonly children: ReactNode;
}

/** Rooms divided by solid ink, like the house. */
export function Plan({ layout, roof, className = "", children }: PlanProps) {
  const rooms = (
    <div className={`${styles.plan} ${className}`} data-layout={layout}>
      {children}
    </div>
  );
  if (!roof) return rooms;
  return (
    <div className={styles.roofed}>
      {roof}
      {rooms}
    </div>
  );
}

interface RoomProps {
  readonly field: Field;
  /** A `<Picture fill>` that covers the upper part. */
  readonly picture?: ReactNode;
  /** Ground below the picture, when it is not the room's own. */
  readonly pictureField?: Field;
  readonly title: string;
  /** Larger heading, for the rooms that lead. */
  readonly big?: boolean;
  /** One or two sentences, or elements. */
  readonly children: ReactNode;
}

/** A room of a plan: picture above, words on its floor. */
export function Room({ field, picture, pictureField, title, big, children }: RoomProps) {
  return (
    <div className={`${styles.room} ${fieldClass(field)}`} data-big={big ? "" : undefined}>
      {picture && (
        <div className={`${styles.picture} ${fieldClass(pictureField ?? field)}`}>{picture}</div>
      )}
      <div className={styles.words}>
        <h3>{title}</h3>
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

/** A clay roof as wide as what stands below it. */
export function Roof({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.roof}>
      <svg viewBox="0 0 1600 118" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.cutRoof} d="M0 118L800 24 1600 118Z" />
        <path className={styles.tiles} d="M0 92L800 0 1600 92V118L800 27 0 118Z" />
      </svg>
      {children && <div className={styles.onRoof}>{children}</div>}
    </div>
  );
}
