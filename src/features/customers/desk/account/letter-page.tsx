import { useState } from "react";
import { createPortal } from "react-dom";
import { Link, useParams } from "react-router";
import { brand } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { facts, formatDate } from "../../../../platform/contract/facts.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { isoDayOf } from "../../../../platform/desk/format/times.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions, Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import {
  accountEndpoints,
  letterCodeDays,
  type WelcomeLetter,
} from "../../contract/account-actions.ts";
import { customerEndpoints } from "../../contract/customers.ts";
import styles from "./letter-page.module.css";

/** A letter with a code, with which a customer whom staff added chooses a password on the site. */
export function LetterPage() {
  const { id = "" } = useParams();
  const { data: customer } = usePreloaded(withId(customerEndpoints.read, id));
  const [letter, setLetter] = useState<WelcomeLetter>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function make() {
    setIsBusy(true);
    const outcome = await deskRequest(withId(accountEndpoints.welcome, id), { by: "letter" });
    setIsBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok && outcome.data.letter) setLetter(outcome.data.letter);
  }

  return (
    <Panels>
      <Panel className={styles.page}>
        <PageHeading>Letter to {isolate(customer.name)}</PageHeading>
        <FormAlert message={failure} />
        {!customer.isAdded && (
          <p>This customer has chosen a password already, so no code is needed.</p>
        )}
        {customer.isAdded && !letter && (
          <p>
            The letter has a code, with which {isolate(customer.name)} chooses a password on the
            site. It works once, for {letterCodeDays} days, together with the last name and ZIP code
            that we have. A code that was made before stops working. That you made it is in the
            audit log.
          </p>
        )}
        <Actions>
          {customer.isAdded && !letter && (
            <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void make()}>
              Make the letter
            </Button>
          )}
          {letter && <Button onClick={() => print()}>Print the letter</Button>}
          <Link to={`${deskPaths.customers}/${id}`} className={buttonClass("ghost")}>
            Back to {isolate(customer.name)}
          </Link>
        </Actions>
        {letter && (
          <>
            <p>Close this page once it is printed: the code is not shown again.</p>
            <article className={styles.letter} aria-label="The letter">
              <LetterText letter={letter} />
            </article>
            {createPortal(
              <div className={styles.printed} aria-hidden>
                <LetterText letter={letter} />
              </div>,
              document.body,
            )}
          </>
        )}
      </Panel>
    </Panels>
  );
}

function LetterText({ letter }: { readonly letter: WelcomeLetter }) {
  const { name, address, page, code, expiresAt, email } = letter;
  const { minimumLength, maximumLength } = facts.password;
  return (
    <>
      <p className={styles.sender}>
        <b>{brand.name}</b> {brand.phone.shown}
      </p>
      <address>
        {[name, ...address].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>{formatDate(isoDayOf(Date.now()))}</p>
      <p>Hello {name},</p>
      <p>
        We made a {brand.name} account for you, as you asked us. With it you see your requests and
        receipts, and ask for help online. You can always call us instead.
      </p>
      <p>To choose your password:</p>
      <ol>
        <li>
          On a computer or phone, open <b>{page.replace(/^https?:\/\//, "")}</b>
        </li>
        <li>
          Enter this code: <b className={styles.code}>{code}</b>
        </li>
        <li>
          Enter your last name and your ZIP code, and{" "}
          {email === "" ? "the email that you want to log in with" : <>your email, {email}</>}.
        </li>
        <li>
          Choose a password of {minimumLength} to {maximumLength} characters.
        </li>
      </ol>
      <p>
        The code works once, until {formatDate(isoDayOf(Date.parse(expiresAt)))}. If you need help,
        or did not ask for an account, call us at {brand.phone.shown}.
      </p>
      <p>{brand.name}</p>
    </>
  );
}
