import { Chip, type ChipLook, PresenceChip } from "../../../platform/desk/ui/chip.tsx";
import { DeskIcon, type DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import { LiveMark } from "../../../platform/desk/ui/live-mark.tsx";
import { inState, type Part } from "../part.ts";
import styles from "./desk-gallery.module.css";
import { longLine, longName } from "./sample-texts.ts";

const chips: Readonly<Record<ChipLook, readonly [icon: DeskIconName, word: string]>> = {
  ink: ["mail", "New"],
  marigold: ["clock", "Waiting"],
  blue: ["people", "Assigned"],
  sage: ["check", "Done"],
  gray: ["spam", "Spam"],
  late: ["warning", "Late"],
};
const looks = Object.keys(chips) as ChipLook[];

const iconNames: Readonly<Record<DeskIconName, true>> = {
  again: true,
  back: true,
  ban: true,
  check: true,
  clip: true,
  clock: true,
  close: true,
  copy: true,
  down: true,
  file: true,
  filter: true,
  key: true,
  leave: true,
  lock: true,
  mail: true,
  merge: true,
  message: true,
  offline: true,
  people: true,
  phone: true,
  plus: true,
  print: true,
  rejected: true,
  search: true,
  send: true,
  spam: true,
  star: true,
  undo: true,
  up: true,
  warning: true,
};

const names = ["Imani Bell", "Helen Brandt", "Ada Lovelace", "Tomás Ortega", "Wu", longName];

function chipOf(look: ChipLook) {
  const [icon, word] = chips[look];
  return (
    <Chip key={look} look={look} icon={icon}>
      {word}
    </Chip>
  );
}

function avatars(list: readonly string[], isSmall: boolean) {
  return (
    <ul className={styles.list}>
      {list.map((name) => (
        <li key={name}>
          <InitialsAvatar name={name} isSmall={isSmall} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Chips, icons, avatars and marks of src/platform/desk/ui. */
export const markParts: readonly Part[] = [
  {
    name: "Chip",
    states: [
      inState("Every look", <p className={styles.row}>{looks.map(chipOf)}</p>),
      inState(
        "In a row of one line",
        <Chip look="marigold" icon="clock" isSmall>
          In progress
        </Chip>,
      ),
      inState(
        "On a chosen row",
        <p className={`${styles.row} ${styles.chosen}`} aria-current="true">
          {looks.map(chipOf)}
        </p>,
      ),
      inState(
        "Long text",
        <Chip look="late" icon="warning">
          {longLine}
        </Chip>,
      ),
    ],
  },
  {
    name: "Presence chip",
    states: [
      inState("Default", <PresenceChip name="Imani Bell">Imani B. is here</PresenceChip>),
      inState("Long text", <PresenceChip name={longName}>{`${longName} is here`}</PresenceChip>),
    ],
  },
  {
    name: "Initials avatar",
    states: [
      inState("Default", avatars(names, false)),
      inState("Small", avatars(names, true)),
      inState(
        "Without a name",
        <p className={styles.row}>
          <InitialsAvatar name="" />
          <InitialsAvatar name="" isSmall />
        </p>,
      ),
    ],
  },
  { name: "Live mark", states: [inState("Default", <LiveMark />)] },
  {
    name: "Desk icon",
    states: [
      inState(
        "Every icon",
        <ul className={`${styles.list} ${styles.icons}`}>
          {(Object.keys(iconNames) as DeskIconName[]).map((name) => (
            <li key={name}>
              <DeskIcon name={name} />
              {name}
            </li>
          ))}
        </ul>,
        { place: "full" },
      ),
    ],
  },
];
