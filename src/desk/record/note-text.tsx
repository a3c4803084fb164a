import { Fragment } from "react";
import type { Colleague } from "../../contract/desk/staff.ts";
import { mentionOf } from "./mentions.ts";
import styles from "./note-text.module.css";

interface NoteTextProps {
  readonly entry: { readonly text: string; readonly mentions: readonly string[] };
  readonly colleagues: readonly Colleague[];
}

/** The text with its mentions highlighted. */
export function NoteText({ entry, colleagues }: NoteTextProps) {
  const names = new Set(
    colleagues
      .filter(({ id }) => entry.mentions.includes(id))
      .map((one) => mentionOf(one, colleagues)),
  );
  return splitAt(entry.text, names).map(({ start, part }) =>
    names.has(part) ? (
      <span key={start} className={styles.mention}>
        {part}
      </span>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    ),
  );
}

/** Splits a text so that each of these words is a separate part, with the position of each part. */
function splitAt(
  text: string,
  words: ReadonlySet<string>,
): readonly { readonly start: number; readonly part: string }[] {
  let parts = [text];
  for (const word of words) {
    parts = parts.flatMap((part) =>
      words.has(part)
        ? [part]
        : part.split(word).flatMap((rest, index) => (index === 0 ? [rest] : [word, rest])),
    );
  }
  let start = 0;
  return parts.filter(Boolean).map((part) => {
    start += part.length;
    return { start: start - part.length, part };
  });
}
