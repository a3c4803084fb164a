import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import { tower6, tower8, tower10 } from "../../../../platform/site/pictures/small.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import { Section, SectionHead, TwoColumns } from "../../../../platform/site/ui/section.tsx";
import styles from "./earnings.module.css";
import { exampleMonthCents, keptCents } from "./earnings.ts";

const { nonMemberPercent, memberPercent, othersUpToPercent } = facts.commission;

interface Tower {
  readonly who: string;
  readonly rate: string;
  readonly percent: number;
  readonly picture: PictureFile;
}

const towers: readonly Tower[] = [
  {
    who: "Other apps,",
    rate: `at up to ${othersUpToPercent}%`,
    percent: othersUpToPercent,
    picture: tower6,
  },
  {
    who: "Pay-As-You-Go,",
    rate: `at ${nonMemberPercent}%`,
    percent: nonMemberPercent,
    picture: tower8,
  },
  { who: `${brand.pro},`, rate: `at ${memberPercent}%`, percent: memberPercent, picture: tower10 },
];

/** What a provider keeps of $100: three houses, one floor for each $10. */
export function Earnings() {
  return (
    <Section id="learn-more">
      <TwoColumns ratio="5-7">
        <SectionHead
          title={`Earnings: what you keep of ${wholeDollars(exampleMonthCents)}.`}
          lead={`Other apps can take up to ${othersUpToPercent}%. We take ${nonMemberPercent}% of each completed job. With ${brand.pro} you keep ${100 - memberPercent}%.`}
        />
        <ul className={styles.towers}>
          {towers.map(({ who, rate, percent, picture }) => (
            <li key={who}>
              <b>{wholeDollars(keptCents(exampleMonthCents, percent))}</b>
              <p className={styles.words}>
                <span>{who} </span>
                <span>{rate}</span>
              </p>
              <Picture file={picture} alt="" className={styles.tower} />
            </li>
          ))}
        </ul>
      </TwoColumns>
    </Section>
  );
}

function wholeDollars(cents: number): string {
  return formatPrice(cents).replace(/\.00$/, "");
}
