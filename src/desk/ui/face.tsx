import { initials } from "../format/names.ts";
import styles from "./face.module.css";

/** Backgrounds for initials; the same name always has the same one. */
const fields = [styles.sage, styles.blue, styles.marigold, styles.rose];

/** Initials of a staff member, beside the name. */
export function Face({ name, isSmall = false }: { name: string; isSmall?: boolean }) {
  const sum = [...name].reduce((total, letter) => total * 7 + (letter.codePointAt(0) ?? 0), 0);
  const field = fields[sum % fields.length];
  return (
    <span className={`${styles.face} ${field} ${isSmall ? styles.small : ""}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
