import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { Button } from "../../../platform/site/ui/button.tsx";
import { consentQuestion, type OwnTexts, startAgain } from "../../texts/contract/consent.ts";
import { askExtras } from "../contract/ask.ts";
import { textsAnchor } from "../contract/request-emails.ts";
import styles from "./ask.module.css";

/** Whether the notices also go to the phone. The question is the consent that is stored. */
export function TextChoice({ texts }: { texts: OwnTexts }) {
  const { state, number } = texts;
  const shown = (
    <b className={styles.number} translate="no">
      {number}
    </b>
  );
  return (
    <section id={textsAnchor} className={styles.card} aria-labelledby="ask-texts">
      <h2 id="ask-texts">Texts about your requests</h2>
      {state === "on" && (
        <>
          <p>
            <b>On.</b> You also get these notices as short texts, to {shown}.
          </p>
          <Choose number={number} act="texts-off" label="Stop texting me" />
        </>
      )}
      {state === "off" && (
        <>
          <p>
            <b>Off.</b> You can also get these notices as short texts, to {shown}.
          </p>
          <p>{consentQuestion}</p>
          <Choose number={number} act="texts-on" label="Yes, text me too" />
        </>
      )}
      {state === "stopped" && (
        <>
          <p>
            <b>Off.</b> {startAgain(number)}
          </p>
          <p>
            <a href={`sms:${brand.phone.e164}?&body=START`}>Text START now</a>
          </p>
        </>
      )}
      {state === "no-number" && (
        <p>
          <b>Off.</b> For texts, your profile needs a phone number in the United States or Canada.{" "}
          <AppLink to={paths.editProfile}>Change your phone number</AppLink>
        </p>
      )}
    </section>
  );
}

interface ChooseProps {
  readonly number: string;
  readonly act: "texts-on" | "texts-off";
  readonly label: string;
}

function Choose({ number, act, label }: ChooseProps) {
  return (
    <form method="post" action={paths.askForHelp}>
      <input type="hidden" name={askExtras.number} value={number} />
      <Button type="submit" name={askExtras.act} value={act} look="ghost">
        {label}
      </Button>
    </form>
  );
}
