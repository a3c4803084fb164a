import type { ReactNode } from "react";
import { Link } from "react-router";
import { brand } from "../../../brand.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import styles from "./desk-bar.module.css";

export function DeskBar({ children }: { children?: ReactNode }) {
  return (
    <header className={`${styles.frame} on-dark`}>
      <div className={styles.bar}>
        <Link to={deskPaths.start} className={styles.logo}>
          <svg viewBox="-2 -2 50 54" aria-hidden="true">
            <path className={styles.walls} d="M23 0L46 17V46a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V17Z" />
            <path fill="#F5B335" d="M6 20.500L21 9.500V27H6Z" />
            <path fill="#A9C9E8" d="M40 20.500L25 9.500V22H40Z" />
            <path fill="#F0A79A" d="M6 31h15v13H6Z" />
            <path fill="#A9CBA4" d="M25 26h15v18H25Z" />
          </svg>
          <span>{brand.name} desk</span>
        </Link>
        {children}
      </div>
    </header>
  );
}
