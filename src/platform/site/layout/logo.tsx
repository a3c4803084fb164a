import { brand } from "../../../brand.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../page/app-link.tsx";
import styles from "./logo.module.css";

/** Logo and product name; links to the home page. */
export function Logo({ onDark }: { onDark?: boolean }) {
  return (
    <AppLink to={paths.home} className={styles.logo}>
      <svg viewBox="-2 -2 50 54" aria-hidden="true">
        <path
          className={onDark ? styles.wallsOnDark : styles.walls}
          d="M23 0L46 17V46a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V17Z"
        />
        <path fill="#F5B335" d="M6 20.500L21 9.500V27H6Z" />
        <path fill="#A9C9E8" d="M40 20.500L25 9.500V22H40Z" />
        <path fill="#F0A79A" d="M6 31h15v13H6Z" />
        <path fill="#A9CBA4" d="M25 26h15v18H25Z" />
      </svg>
      <span>{brand.name}</span>
    </AppLink>
  );
}
