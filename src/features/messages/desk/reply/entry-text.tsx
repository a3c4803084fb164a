import { type ReactNode, useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import type { CaseEntry } from "../../contract/entries.ts";
import { type TextBlock, toTextBlocks } from "../../contract/forms/text-blocks.ts";
import { NoteText } from "../contacts/note-text.tsx";
import styles from "./entry-text.module.css";
import { Fold } from "./fold.tsx";
import type { EmailEndpoints } from "./reply-target.ts";

interface EntryTextProps {
  readonly entry: CaseEntry;
  readonly colleagues: readonly Colleague[];
  readonly emails: Pick<EmailEndpoints, "text">;
}

const labels = { quoted: "Show quoted text", more: "Show all" } as const;

/** The text of an entry; quotes and what is longer than a screen open on demand. */
export function EntryText({ entry, colleagues, emails }: EntryTextProps) {
  const { text, quotes, mentions, isCut, email } = entry;
  if (text === "")
    return <p className={styles.none}>This form has no message. The answers are in the details.</p>;
  return (
    <>
      {toTextBlocks(text, quotes).map(({ look, text: part, start }) => (
        <Block key={start} look={look}>
          <NoteText entry={{ text: part, mentions }} colleagues={colleagues} />
        </Block>
      ))}
      {isCut && email && <WholeText id={email.id} emails={emails} />}
    </>
  );
}

function Block({ look, children }: Pick<TextBlock, "look"> & { readonly children: ReactNode }) {
  const words = (
    <p className={styles.text} dir="auto">
      {children}
    </p>
  );
  return look === "own" ? words : <Fold label={labels[look]}>{words}</Fold>;
}

/** A button that loads the whole text of an email that is too long for the list of entries. */
function WholeText({ id, emails }: { readonly id: string } & Pick<EntryTextProps, "emails">) {
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  if (text !== undefined) {
    return (
      <p className={styles.text} dir="auto">
        {text}
      </p>
    );
  }
  async function load() {
    const outcome = await deskRequest(withId(emails.text, id));
    if (outcome.ok) setText(outcome.data.text);
    else setFailure(failureMessage(outcome.error));
  }
  return (
    <p className={styles.whole}>
      <Button look="ghost" isSmall onClick={() => void load()}>
        Load the whole text
      </Button>
      <span role="alert">{failure}</span>
    </p>
  );
}
