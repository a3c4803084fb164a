import { roof } from "../../platform/site/pictures/roof.ts";
import { privacy, roomYou } from "../../platform/site/pictures/rooms.ts";
import {
  houseDay,
  houseDayStill,
  houseDayTall,
  houseDayTallStill,
} from "../../platform/site/pictures/scenes.ts";
import { Accordion } from "../../platform/site/ui/accordion.tsx";
import { Button, type ButtonLook, ButtonRow, buttonClass } from "../../platform/site/ui/button.tsx";
import { Icon, type IconName } from "../../platform/site/ui/icon.tsx";
import { Picture } from "../../platform/site/ui/picture.tsx";
import { Ledger, Slate } from "../../platform/site/ui/ruled-list.tsx";
import { Section } from "../../platform/site/ui/section.tsx";
import { type Surface, surfaceClass } from "../../platform/site/ui/surface.ts";
import styles from "./gallery.module.css";
import { inState, type Part } from "./part.ts";
import { longSentence, sentence } from "./sample-texts.ts";

const looks: Readonly<Record<ButtonLook, Surface>> = {
  solid: "paper",
  ghost: "sage",
  marigold: "ink",
  paper: "night",
  ghostPaper: "night",
};
const lookNames = Object.keys(looks) as ButtonLook[];

const iconNames: Readonly<Record<IconName, true>> = {
  check: true,
  dash: true,
  phone: true,
  message: true,
  warning: true,
  up: true,
  arrow: true,
  letters: true,
  menu: true,
  again: true,
  download: true,
  star: true,
  mail: true,
  clock: true,
  search: true,
};

const surfaces: Readonly<Record<Surface, true>> = {
  paper: true,
  paper2: true,
  white: true,
  marigold: true,
  marigold2: true,
  rose: true,
  rose2: true,
  sage: true,
  sage2: true,
  blue: true,
  blue2: true,
  ink: true,
  night: true,
};

const questions = [
  { title: "Who comes to my home?", body: sentence },
  {
    title: "What does it cost, and when do I pay for the help that I asked for?",
    body: longSentence,
  },
  { title: "Can I cancel?", body: <p>Yes, up to an hour before.</p> },
];

const claims = [
  { term: "Checked", text: sentence },
  { term: "Paid the same day", text: longSentence },
];

const steps = [
  { label: "8 AM", time: "08:00", text: "The day begins." },
  { label: "Later", text: longSentence },
];

/** Buttons, icons, pictures and lists of src/platform/site/ui. */
export const uiParts: readonly Part[] = [
  {
    name: "Button",
    states: [
      ...lookNames.map((look) =>
        inState(
          look,
          <div className={`${styles.dark} ${surfaceClass(looks[look])}`}>
            <ButtonRow>
              <Button look={look}>Press me</Button>
              <Button look={look} aria-disabled>
                Sending...
              </Button>
              <a className={buttonClass(look)} href="/button">
                Follow the link
              </a>
            </ButtonRow>
          </div>,
        ),
      ),
      inState(
        "With an icon",
        <Button>
          <Icon name="again" /> Try again
        </Button>,
      ),
      inState("Long words", <Button>{longSentence}</Button>),
    ],
  },
  {
    name: "Icon",
    states: [
      inState(
        "Outlined and filled",
        <ul className={styles.swatches}>
          {(Object.keys(iconNames) as IconName[]).map((name) => (
            <li key={name}>
              <Icon name={name} />
              <Icon name={name} filled />
              {name}
            </li>
          ))}
        </ul>,
      ),
    ],
  },
  {
    name: "Surface",
    states: [
      inState(
        "Every ground",
        <div className={styles.swatches}>
          {(Object.keys(surfaces) as Surface[]).map((name) => (
            <p key={name} className={`${styles.dark} ${surfaceClass(name)}`}>
              {name} with <a href="/surface">its link</a>
            </p>
          ))}
        </div>,
      ),
    ],
  },
  {
    name: "Picture",
    states: [
      inState("Its own size", <Picture file={privacy} alt="A closed cupboard" />),
      inState(
        "Another file in narrow windows, and files without motion",
        <Picture
          file={houseDay}
          alt="The house by day"
          narrow={houseDayTall}
          narrowMedia="(--below-tablet)"
          still={houseDayStill}
          narrowStill={houseDayTallStill}
          eager
        />,
      ),
      inState(
        "Covers its parent",
        <div className={styles.frame}>
          <Picture file={roomYou} alt="A living room" fill />
        </div>,
      ),
      inState("As wide as its parent", <Picture file={roof} alt="A roof" band />, {
        place: "full",
      }),
      inState(
        "Did not come: an empty place",
        <Picture file={{ src: "data:image/png;base64,AAAA", width: 320, height: 120 }} alt="" />,
      ),
    ],
  },
  {
    name: "Accordion",
    states: [
      inState("First open", <Accordion items={questions} />),
      inState("All open", <Accordion items={questions} />, {
        press: "details:not([open]) > summary",
      }),
      inState("All closed", <Accordion items={questions} />, { press: "details[open] > summary" }),
    ],
  },
  {
    name: "Ruled list",
    states: [
      inState("Claims", <Ledger items={claims} />),
      inState("Steps", <Slate items={steps} ordered />),
      inState(
        "On a dark ground",
        <Section surface="night">
          <Ledger items={claims} />
          <Slate items={steps} />
        </Section>,
        { place: "full" },
      ),
    ],
  },
];
