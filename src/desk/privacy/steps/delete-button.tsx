import { useState } from "react";
import { inboxForms } from "../../../contract/desk/inbox.ts";
import type { PrivacyDetail } from "../../../contract/desk/privacy/endpoints.ts";
import { AskButton } from "../../ui/ask-button.tsx";
import { usePrivacy } from "../parts/privacy-context.ts";
import { formatThings, nameShort } from "../parts/request-words.ts";
import type { OpenedRequest } from "../parts/use-request.ts";
import styles from "./box.module.css";

interface DeleteButtonProps {
  readonly detail: PrivacyDetail;
  readonly held: NonNullable<PrivacyDetail["held"]>;
  readonly opened: OpenedRequest;
}

/** Deletes everything, after one more question; what only a phone number leads to is chosen first. */
export function DeleteButton({ detail, held, opened }: DeleteButtonProps) {
  const { announce } = usePrivacy();
  const [also, setAlso] = useState<readonly string[]>([]);
  const { phoneOnly, deleted, kept } = held;
  const chosen = also.filter((one) => phoneOnly.some(({ reference }) => reference === one));
  const total = deleted + chosen.length;
  const name = nameShort(detail);
  const things = formatThings(total);

  function choose(reference: string, isChosen: boolean) {
    setAlso(isChosen ? [...chosen, reference] : chosen.filter((one) => one !== reference));
  }
  return (
    <>
      {phoneOnly.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>These have the same phone number and no email. Which are {name}’s too?</legend>
          <p>Two people may share a number. What you leave stays.</p>
          {phoneOnly.map((one) => (
            <label key={one.reference}>
              <input
                type="checkbox"
                checked={chosen.includes(one.reference)}
                onChange={({ target }) => choose(one.reference, target.checked)}
              />
              <span>
                {inboxForms[one.collection] ?? "Waiting list"}{" "}
                <span className="exact">{one.reference}</span>
                {one.name !== "" && `, ${one.name}`}, {one.phone}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.actions}>
        <AskButton
          label={`Delete ${things}…`}
          confirmLabel={`Delete ${things}`}
          cancelLabel="Keep for now"
          heading={`Delete ${things} of ${detail.name}?`}
          text={`They go for good. ${kept === 1 ? "1 record stays" : `${kept} records stay`}: the request itself, as proof. ${name} gets a letter.`}
          send={async () => {
            const act = { act: "delete", expected: total, also: chosen } as const;
            const isDone = await opened.perform(act);
            return { ok: true, data: isDone };
          }}
          onDone={(isDone) => {
            if (isDone) announce(`${things} are deleted. The receipt is here.`);
          }}
        />
      </div>
    </>
  );
}
