import { brand } from "../../../brand.ts";
import { ExternalLink } from "../page/app-link.tsx";
import styles from "./footer.module.css";
import shapes from "./social.svg";

const names = Object.keys(brand.social) as (keyof typeof brand.social)[];

/** Each opens a new tab. Their icons are in one SVG file. */
export function SocialLinks() {
  return (
    <div>
      <h2>Follow us</h2>
      <p className="small">These links open in a new tab.</p>
      <ul className={styles.social}>
        {names.map((name) => (
          <li key={name}>
            <ExternalLink href={brand.social[name]}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <use href={`${shapes}#${name}`} />
              </svg>
              <span className="sr">{name}</span>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
