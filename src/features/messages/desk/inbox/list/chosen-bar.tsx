import { type FormEvent, useState } from "react";
import { ExportButtons } from "../../../../../platform/desk/record/export-buttons.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../../../platform/desk/ui/field.tsx";
import { type CaseRow, settableStatuses, statusNames } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { assignable } from "../assignable.ts";
import { useInbox } from "../inbox-context.ts";
import { tagError } from "../tag-error.ts";
import styles from "./chosen-bar.module.css";
import type { ManyEdit } from "./use-changes.ts";

const parts = { assign: "Assign", status: "Status", tag: "Tag", more: "More" } as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

interface ChosenBarProps {
  readonly chosen: readonly CaseRow[];
  readonly isBusy: boolean;
  readonly onChange: (edit: ManyEdit) => void;
  readonly onChooseAll: () => void;
  readonly onStop: () => void;
}

export function ChosenBar({ chosen, isBusy, onChange, onChooseAll, onStop }: ChosenBarProps) {
  const [open, setOpen] = useState<Part>();
  const isEmpty = chosen.length === 0;
  const part = isEmpty ? undefined : open;

  function change(edit: ManyEdit) {
    if (isBusy) return;
    setOpen(undefined);
    onChange(edit);
  }
  return (
    <section aria-label="With the chosen messages">
      <div className={`${styles.bar} on-dark`}>
        <b role="status">{chosen.length} chosen</b>
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={part === name}
            aria-disabled={isEmpty || undefined}
            onClick={() => !isEmpty && setOpen(part === name ? undefined : name)}
          >
            {parts[name]}
          </button>
        ))}
      </div>
      {part && (
        <div className={styles.panel}>
          {part === "assign" && <AssignPanel onChange={change} />}
          {part === "status" && <StatusPanel onChange={change} />}
          {part === "tag" && <TagPanel onChange={change} />}
          {part === "more" && <MorePanel chosen={chosen} onChange={change} />}
        </div>
      )}
      <div className={styles.choose}>
        <Button look="quiet" isSmall onClick={onChooseAll}>
          Choose all shown
        </Button>
        <Button look="quiet" isSmall onClick={onStop}>
          Stop choosing
        </Button>
      </div>
    </section>
  );
}

interface PanelProps {
  readonly onChange: (edit: ManyEdit) => void;
}

function AssignPanel({ onChange }: PanelProps) {
  const { colleagues, person, nameOf } = useInbox();
  return (
    <>
      {assignable(colleagues).map(({ id }) => (
        <Button key={id} look="ghost" isSmall onClick={() => onChange({ assigneeId: id })}>
          {nameOf(id)}
          {id === person.id && " (me)"}
        </Button>
      ))}
      <Button look="ghost" isSmall onClick={() => onChange({ assigneeId: null })}>
        Unassigned
      </Button>
    </>
  );
}

function StatusPanel({ onChange }: PanelProps) {
  return settableStatuses.map((status) => (
    <Button key={status} look="ghost" isSmall onClick={() => onChange({ status })}>
      {statusNames[status]}
    </Button>
  ));
}

function TagPanel({ onChange }: PanelProps) {
  const [error, setError] = useState<string>();
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const tag = String(new FormData(event.currentTarget).get("tag")).trim();
    setError(tagError(tag));
    if (tag !== "" && tagError(tag) === undefined) onChange({ addTag: tag });
  }
  return (
    <form className={styles.tag} onSubmit={add} noValidate>
      <TextField id="chosen-tag" name="tag" label="Add a tag" autoComplete="off" error={error} />
      <Button type="submit">Add</Button>
    </form>
  );
}

function MorePanel({ chosen, onChange }: PanelProps & Pick<ChosenBarProps, "chosen">) {
  const areSpam = chosen.every(({ isSpam }) => isSpam);
  const only = chosen.map(({ reference }) => reference).join(",");
  return (
    <>
      <Button look="ghost" isSmall onClick={() => onChange({ isSpam: !areSpam })}>
        {areSpam ? "Not spam" : "Spam"}
      </Button>
      <ExportButtons
        endpoint={inboxEndpoints.export}
        fileName="messages"
        query={new URLSearchParams({ only })}
      />
    </>
  );
}
