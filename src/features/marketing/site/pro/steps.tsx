import { doorAjar, doorKnock } from "../../../../platform/site/pictures/rooms.ts";
import { doorOpen } from "../../../../platform/site/pictures/tracks.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import styles from "./steps.module.css";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly door: PictureFile;
  readonly alt: string;
}

/** @param payout when it comes, as text */
const stepsWith = (payout: string): readonly Step[] => [
  {
    title: "Apply",
    text: "Pick a plan and tell us who you are and what work you do.",
    door: doorKnock,
    alt: "A man with his phone stands before a closed door.",
  },
  {
    title: "Get checked",
    text: "If we move forward: you verify your ID and we run a background check, as we do for all who work here.",
    door: doorAjar,
    alt: "The next door stands ajar, with a bag on its step.",
  },
  {
    title: "Go to work",
    text: `If your checks are clear: take the jobs you want. Finish one, and your payout comes ${payout}.`,
    door: doorOpen,
    alt: "The third door is open, the light is on, and the man waves.",
  },
];

interface StepsProps {
  /** When the payout comes; the same day with a plan. */
  readonly payout?: string;
}

export function Steps({ payout = "the same day with a Pro plan" }: StepsProps) {
  return (
    <div className={styles.street}>
      <ol className={styles.doors}>
        {stepsWith(payout).map(({ title, text, door, alt }) => (
          <li key={title}>
            <div className={styles.words}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <div className={styles.door}>
              <Picture fill file={door} alt={alt} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
