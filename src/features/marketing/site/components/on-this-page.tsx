import { surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./on-this-page.module.css";

interface OnThisPageProps {
  /** Every section below, in order: the id of its anchor and its name in a few words. */
  readonly sections: readonly { readonly id: string; readonly name: string }[];
  readonly narrow?: boolean;
}

/** Contents of a long page, as plain links between its hero and its first section. */
export function OnThisPage({ sections, narrow }: OnThisPageProps) {
  return (
    <nav className={`${styles.contents} ${surfaceClass("ink")}`} aria-labelledby="contents">
      <div className={`wrap ${styles.row}`} data-narrow={narrow ? "" : undefined}>
        <h2 id="contents">On this page</h2>
        <ul>
          {sections.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
