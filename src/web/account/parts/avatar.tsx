import { useState } from "react";
import styles from "./avatar.module.css";
import { initialOf } from "./person.ts";

interface AvatarProps {
  /** Address of a picture, or null. */
  readonly picture: string | null;
  /** Whose picture it is; it stands beside it in words, so the picture says nothing more. */
  readonly name: string;
  /** Fills the upper room of the house instead of a small square. */
  readonly large?: boolean;
}

/** Colours of the drawn letters; the same name always has the same one. */
const colours = [styles.blue, styles.marigold, styles.sage, styles.rose];

function colourOf(name: string): string | undefined {
  const sum = [...name].reduce((total, letter) => total * 7 + (letter.codePointAt(0) ?? 0), 0);
  return colours[sum % colours.length];
}

/** A square portrait, or the drawn first letter of the name where there is none. */
export function Avatar({ picture, name, large }: AvatarProps) {
  const [lost, setLost] = useState<string>();
  const size = large ? styles.large : styles.small;
  if (picture === null || picture === lost) {
    return (
      <span
        className={`${styles.letter} ${size} ${large ? "" : colourOf(name)}`}
        aria-hidden="true"
      >
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
