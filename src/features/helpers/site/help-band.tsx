import { paths } from "../../../platform/contract/paths.ts";
import type { Helped } from "../contract/helpers.ts";
import { helpingPath } from "../contract/helpers.ts";
import styles from "./help-band.module.css";

interface HelpBandProps {
  /** Whom this page is for. */
  readonly of: Helped;
  /** Everybody whom the helper helps. */
  readonly people: readonly Helped[];
}

/** On each page that is somebody else's: whose it is, and the ways to others and back. */
export function HelpBand({ of, people }: HelpBandProps) {
  const { firstName } = of;
  const others = people.filter(({ id }) => id !== of.id);
  return (
    <section className={styles.band} aria-label={`You are helping ${firstName}`}>
      <div className={`wrap ${styles.columns}`}>
        <span className={styles.initial} aria-hidden="true">
          {[...firstName.toUpperCase()][0]}
        </span>
        <p>
          <b>
            You are helping <bdi translate="no">{firstName}</bdi>.
          </b>{" "}
          <bdi translate="no">{firstName}</bdi> sees what you do here.
        </p>
        {others.map((other) => (
          <a key={other.id} href={helpingPath(other.id)} className={styles.link}>
            <span>
              Change to <bdi translate="no">{other.firstName}</bdi>
            </span>
          </a>
        ))}
        <a href={paths.profile} className={styles.link}>
          Back to my own account
        </a>
      </div>
    </section>
  );
}
