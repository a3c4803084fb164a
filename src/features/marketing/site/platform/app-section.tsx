import type { ReactNode } from "react";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { type Surface, surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./app-section.module.css";

interface AppSectionProps {
  readonly id: string;
  readonly surface: Surface;
  /** Background until the picture has loaded. */
  readonly wall: Surface;
  readonly audience: string;
  readonly name: string;
  readonly lead: string;
  readonly claims: readonly string[];
  readonly children: ReactNode;
  /** A `<Phone>` that overlaps both halves. */
  readonly phone: ReactNode;
  readonly picture: ReactNode;
  /** Picture left, text right (from 1100 px). */
  readonly flip?: boolean;
}

export function AppSection(props: AppSectionProps) {
  const { id, surface, wall, audience, name, lead, claims, children, phone, picture, flip } = props;
  const side = flip ? styles.flip : "";
  return (
    <section
      id={id}
      tabIndex={-1}
      className={`${styles.section} ${side} ${surfaceClass(surface)}`}
      aria-labelledby={`${id}-name`}
    >
      <div className={styles.row}>
        <div className={styles.text}>
          <p className={styles.audience}>{audience}</p>
          <h2 id={`${id}-name`}>{name}</h2>
          <p className={`lead ${styles.lead}`}>{lead}</p>
          <ul className={styles.claims}>
            {claims.map((claim) => (
              <li key={claim}>
                <Icon name="check" />
                <span>{claim}</span>
              </li>
            ))}
          </ul>
          {children}
        </div>
        <div className={styles.phone}>{phone}</div>
        <div className={`${styles.wall} ${surfaceClass(wall)}`}>
          <div className={styles.scene}>{picture}</div>
        </div>
      </div>
    </section>
  );
}
