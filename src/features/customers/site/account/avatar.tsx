import { useState } from "react";
import styles from "./avatar.module.css";
import { initialOf } from "./customer.ts";

interface AvatarProps {
  /** URL of the picture, or null. */
  readonly picture: string | null;
  /** Name of the person; shown beside the picture, so the picture has no alternative text. */
  readonly name: string;
  /** Fills the upper part of the house instead of a small square. */
  readonly large?: boolean;
}

/** Background colors of initials; the same name always has the same one. */
const colors = [styles.blue, styles.marigold, styles.sage, styles.rose];

function colorOf(name: string): string | undefined {
  const sum = [...name].reduce((total, letter) => total * 7 + (letter.codePointAt(0) ?? 0), 0);
  return colors[sum % colors.length];
}

/** A square picture, or the initial of the name if there is none. */
export function Avatar({ picture, name, large }: AvatarProps) {
  const [lost, setLost] = useState<string>();
  const size = large ? styles.large : styles.small;
  if (picture === null || picture === lost) {
    return (
      <span className={`${styles.letter} ${size} ${large ? "" : colorOf(name)}`} aria-hidden="true">
        {initialOf(name)}
      </span>
    );
  }
  return (
    <img
      className={size}
      src={picture}
      alt=""
      width={512}
      height={512}
      loading={large ? "eager" : "lazy"}
      onError={() => setLost(picture)}
    />
  );
}
