import type { ReactNode } from "react";
import styles from "./plan.module.css";
import { type Surface, surfaceClass } from "./surface.ts";

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
  readonly surface: Surface;
  /** A `<Picture fill>` that covers the upper part. */
  readonly picture?: ReactNode;
  /** Ground below the picture, when it is not the room's own. */
  readonly pictureSurface?: Surface;
  readonly title: string;
  /** Larger heading, for the rooms that lead. */
  readonly big?: boolean;
  /** One or two sentences, or elements. */
  readonly children: ReactNode;
}

/** A room of a plan: picture above, words on its floor. */
export function Room({ surface, picture, pictureSurface, title, big, children }: RoomProps) {
  return (
    <div className={`${styles.room} ${surfaceClass(surface)}`} data-big={big ? "" : undefined}>
      {picture && (
        <div className={`${styles.picture} ${surfaceClass(pictureSurface ?? surface)}`}>
          {picture}
        </div>
      )}
      <div className={styles.words}>
        <h3>{title}</h3>
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

interface RoofProps {
  /** A `<Picture>` of a roof that stretches to any width. */
  readonly picture: ReactNode;
  /** Who sits on it. */
  readonly children?: ReactNode;
}

/** A roof as wide as what stands below it, and a little wider. */
export function Roof({ picture, children }: RoofProps) {
  return (
    <div className={styles.roof}>
      {picture}
      {children && <div className={styles.onRoof}>{children}</div>}
    </div>
  );
}
