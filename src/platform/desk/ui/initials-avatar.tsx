import { withoutIsolates } from "../../contract/isolate.ts";
import { initials } from "../format/names.ts";
import styles from "./initials-avatar.module.css";

/** Backgrounds for initials; the same name always has the same one. */
const backgrounds = [styles.sage, styles.blue, styles.marigold, styles.rose];

export function InitialsAvatar({ name, isSmall = false }: { name: string; isSmall?: boolean }) {
  const sum = [...withoutIsolates(name)].reduce(
    (total, letter) => total * 7 + (letter.codePointAt(0) ?? 0),
    0,
  );
  const background = backgrounds[sum % backgrounds.length];
  return (
    <span
      className={`${styles.avatar} ${background} ${isSmall ? styles.small : ""}`}
      aria-hidden="true"
    >
      <bdi>{initials(name)}</bdi>
    </span>
  );
}
