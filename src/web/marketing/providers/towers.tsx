import { brand } from "../../../brand.ts";
import { facts, formatPrice } from "../../../contract/facts.ts";
import { tower6, tower8, tower10 } from "../../pictures/small.ts";
import { Picture } from "../../ui/picture.tsx";
import type { PictureFile } from "../../ui/picture-file.ts";
import { keptCents } from "../pro/earnings.ts";
import styles from "./towers.module.css";

const { nonMemberPercent, memberPercent, othersUpToPercent } = facts.commission;

/** The sum of jobs that the picture compares, in cents: ten floors of ten dollars. */
const jobsCents = 10_000;

interface Tower {
  readonly name: string;
  readonly percent: number;
  readonly picture: PictureFile;
}

const towers: readonly Tower[] = [
  {
    name: `Other apps, at up to ${othersUpToPercent}%`,
    percent: othersUpToPercent,
    picture: tower6,
  },
  { name: `Pay as you go, at ${nonMemberPercent}%`, percent: nonMemberPercent, picture: tower8 },
  { name: `${brand.pro}, at ${memberPercent}%`, percent: memberPercent, picture: tower10 },
];

/** What stays of a hundred dollars: three houses, one floor for each ten dollars (SPEC 9). */
export function Towers() {
  return (
    <ul className={styles.towers}>
      {towers.map(({ name, percent, picture }) => (
        <li key={name}>
          <b>{wholeDollars(keptCents(jobsCents, percent))}</b>
          <span>{name}</span>
          <Picture file={picture} alt="" className={styles.tower} />
        </li>
      ))}
    </ul>
  );
}

function wholeDollars(cents: number): string {
  return formatPrice(cents).replace(/\.00$/, "");
}
