import { Fragment } from "react";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { findMentions } from "./mentions.ts";
import styles from "./note-text.module.css";

interface NoteTextProps {
  readonly entry: { readonly text: string; readonly mentions: readonly string[] };
  readonly colleagues: readonly Colleague[];
}

export function NoteText({ entry, colleagues }: NoteTextProps) {
  const text = entry.text.normalize("NFC");
  const mentions = findMentions(text, colleagues).filter(({ ids }) =>
    ids.some((id) => ids.length === 1 && entry.mentions.includes(id)),
  );
  const ends = [0, ...mentions.map(({ start, length }) => start + length)];
  return (
    <>
      {mentions.map(({ start, typed }, index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <span className={styles.mention}>{typed}</span>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
