import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { inboxForms } from "../../../messages/contract/inbox.ts";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import { formatThings, nameShort } from "../request-text.ts";
import styles from "./box.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";

type Held = NonNullable<PrivacyDetail["held"]>;

type Possible = Held["possible"][number];
/** References of further records that are deleted too, or all of them. */
export type Also = readonly string[] | "all";

interface PossibleChoiceProps {
  readonly name: string;
  readonly held: Held;
  readonly chosen: Also;
  readonly onChoose: (chosen: Also) => void;
}

const reasons: Readonly<Record<Possible["why"], string>> = {
  phone: "same phone number, no email",
  merged: "merged with one of theirs, with another email",
};

/** Records that may be the person's: staff choose those that are. */
export function PossibleChoice({ name, held, chosen, onChoose }: PossibleChoiceProps) {
  const { possible, possibleCount } = held;
  if (possible.length === 0) return null;
  const all = possible.map(({ reference }) => reference);
  const current = chosen === "all" ? all : chosen;
  return (
    <fieldset className={styles.choices}>
      <legend>These have another email or none. Which are {name}’s too?</legend>
      <p>Two people may share a phone number. Records that you do not select stay.</p>
      {possibleCount > possible.length && (
        <label>
          <input
            type="checkbox"
            checked={chosen === "all"}
            onChange={({ target }) => onChoose(target.checked ? "all" : [])}
          />
          <span>
            All {possibleCount.toLocaleString("en-US")}. The first {possible.length} are listed
            here.
          </span>
        </label>
      )}
      {possible.map((one) => (
        <label key={one.reference}>
          <input
            type="checkbox"
            checked={current.includes(one.reference)}
            onChange={({ target }) => {
              const others = current.filter((reference) => reference !== one.reference);
              onChoose(target.checked ? [...others, one.reference] : others);
            }}
          />
          <span>
            {nameOf(one)} <span className="exact">{one.reference}</span>
            {one.name !== "" && `, ${one.name}`}
            {one.phone !== "" && `, ${one.phone}`} ({reasons[one.why]})
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function nameOf({ collection, why }: Possible): string {
  return why === "merged" ? "Application" : (inboxForms[collection] ?? "Waiting list");
}

interface DeleteButtonProps {
  readonly detail: PrivacyDetail;
  readonly held: Held;
  readonly also: Also;
  readonly opened: OpenedPrivacyRequest;
}

export function DeleteButton({ detail, held, also, opened }: DeleteButtonProps) {
  const { announce } = usePrivacy();
  const { deleted, kept, possibleCount } = held;
  const total = deleted + (also === "all" ? possibleCount : also.length);
  const things = formatThings(total);
  return (
    <AskButton
      label={`Delete ${things}…`}
      isSmall={false}
      confirmLabel={`Delete ${things}`}
      cancelLabel="Keep for now"
      heading={`Delete ${things} of ${detail.name}?`}
      text={`They are deleted permanently. ${kept === 1 ? "1 record stays" : `${kept} records stay`}: the request itself, as proof. ${nameShort(detail)} gets a letter.`}
      send={async () => {
        const act = { act: "delete", expected: total, also } as const;
        return { ok: true, data: await opened.change(act) };
      }}
      onDone={(isDone) => {
        if (isDone) announce(`${things} are deleted. The receipt is here.`);
      }}
    />
  );
}
