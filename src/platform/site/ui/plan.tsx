import type { ReactNode } from "react";
import styles from "./plan.module.css";
import { type Surface, surfaceClass } from "./surface.ts";

interface PlanProps {
  /**
   * Arrangement of the rooms from 760 px; stacked below that.
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

/** Grid of cards (rooms) divided by ink lines, like the house of the brand. */
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
  /** Background of the picture; by default the room's. */
  readonly pictureSurface?: Surface;
  readonly title: string;
  readonly big?: boolean;
  readonly children: ReactNode;
}

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
  readonly children?: ReactNode;
}

export function Roof({ picture, children }: RoofProps) {
  return (
    <div className={styles.roof}>
      {picture}
      {children && <div className={styles.onRoof}>{children}</div>}
    </div>
  );
}
