import { inboxForms } from "../../../contract/desk/inbox.ts";
import type { PrivacyDetail } from "../../../contract/desk/privacy/endpoints.ts";
import { AskButton } from "../../ui/ask-button.tsx";
import { usePrivacy } from "../parts/privacy-context.ts";
import { formatThings, nameShort } from "../parts/request-text.ts";
import type { OpenedRequest } from "../parts/use-request.ts";
import styles from "./box.module.css";

type Held = NonNullable<PrivacyDetail["held"]>;

interface PhoneChoiceProps {
  readonly name: string;
  readonly phoneOnly: Held["phoneOnly"];
  /** References of those that are deleted too. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** Records matched only by phone number: staff choose those that are the person's. */
export function PhoneChoice({ name, phoneOnly, chosen, onChoose }: PhoneChoiceProps) {
  if (phoneOnly.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>These have the same phone number and no email. Which are {name}’s too?</legend>
      <p>Two people may share a number. What you leave stays.</p>
      {phoneOnly.map((one) => (
        <label key={one.reference}>
          <input
            type="checkbox"
            checked={chosen.includes(one.reference)}
            onChange={({ target }) => {
              const others = chosen.filter((reference) => reference !== one.reference);
              onChoose(target.checked ? [...others, one.reference] : others);
            }}
          />
          <span>
            {inboxForms[one.collection] ?? "Waiting list"}{" "}
            <span className="exact">{one.reference}</span>
            {one.name !== "" && `, ${one.name}`}, {one.phone}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface DeleteButtonProps {
  readonly detail: PrivacyDetail;
  readonly held: Held;
  /** References matched only by phone number that are deleted too. */
  readonly also: readonly string[];
  readonly opened: OpenedRequest;
}

/** Deletes everything, after a confirmation. */
export function DeleteButton({ detail, held, also, opened }: DeleteButtonProps) {
  const { announce } = usePrivacy();
  const { deleted, kept } = held;
  const total = deleted + also.length;
  const things = formatThings(total);
  return (
    <AskButton
      label={`Delete ${things}…`}
      isSmall={false}
      confirmLabel={`Delete ${things}`}
      cancelLabel="Keep for now"
      heading={`Delete ${things} of ${detail.name}?`}
      text={`They go for good. ${kept === 1 ? "1 record stays" : `${kept} records stay`}: the request itself, as proof. ${nameShort(detail)} gets a letter.`}
      send={async () => {
        const act = { act: "delete", expected: total, also } as const;
        return { ok: true, data: await opened.perform(act) };
      }}
      onDone={(isDone) => {
        if (isDone) announce(`${things} are deleted. The receipt is here.`);
      }}
    />
  );
}
