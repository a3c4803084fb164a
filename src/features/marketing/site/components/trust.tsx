import type { ReactNode } from "react";
import { luz } from "../../../../platform/site/pictures/people.ts";
import { door } from "../../../../platform/site/pictures/rooms.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Ledger } from "../../../../platform/site/ui/ruled-list.tsx";
import { Section } from "../../../../platform/site/ui/section.tsx";
import styles from "./trust.module.css";

const checks = [
  {
    term: "Background checks",
    text: "For every provider and every caregiver.",
  },
  { term: "ID verification", text: "We check that people are who they say they are." },
  { term: "Scam alerts", text: "We warn you when a message looks like a trick." },
  {
    term: "Encrypted payments",
    text: "You pay by card, and the details are encrypted.",
  },
  {
    term: "No selling of data",
    text: "Your data stays yours. We do not sell it to anyone.",
  },
  {
    term: "HIPAA and SOC\u00a02",
    text: "HIPAA rules guard your health details. SOC\u00a02 rules guard the systems that hold them.",
  },
] as const;

interface TrustProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly id?: string;
  /** A lower door without the caller's card. */
  readonly small?: boolean;
}

export function Trust({ title, lead, id, small }: TrustProps) {
  return (
    <Section surface="ink" flush {...(id && { id })}>
      <div className={styles.columns}>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p className="lead">{lead}</p>
          <Ledger items={checks} />
        </div>
        <div className={styles.door} data-small={small ? "" : undefined}>
          <Picture
            file={door}
            alt="A blue front door. Through the peephole, a delivery worker holds up an ID card."
            className={styles.picture}
          />
          {!small && (
            <div className={styles.card}>
              <Picture file={luz} alt="" />
              <div>
                <b>Luz M., delivery</b>
                <p>
                  <Icon name="check" /> Background check passed
                </p>
                <p>
                  <Icon name="check" /> ID verified
                </p>
              </div>
            </div>
          )}
        </div>
      </div>
    </Section>
  );
}
