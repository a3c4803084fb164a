import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import type { ReplyTemplate } from "../../contract/replies.ts";
import styles from "./template-choice.module.css";

interface TemplateChoiceProps {
  readonly path: string;
  readonly templates: readonly ReplyTemplate[];
  readonly onPutIn: (id: string) => void;
}

/** Chooses a template; only the button changes the message. */
export function TemplateChoice({ path, templates, onPutIn }: TemplateChoiceProps) {
  const [id, setId] = useState("");
  const chosen = templates.some((one) => one.id === id) ? id : (templates[0]?.id ?? "");
  const shared = templates.filter(({ isShared }) => isShared);
  const own = templates.filter(({ isShared }) => !isShared);
  const settings = (
    <Link to={path} className={linkClass}>
      {templates.length === 0 ? "Write a template" : "Change templates"}
    </Link>
  );
  if (templates.length === 0) return settings;
  return (
    <div className={styles.choice}>
      <FieldFrame id="reply-template" label="Template" isLabelHidden>
        <select id="reply-template" value={chosen} onChange={({ target }) => setId(target.value)}>
          <Group label="Shared" templates={shared} />
          <Group label="My own" templates={own} />
        </select>
      </FieldFrame>
      <Button look="ghost" onClick={() => onPutIn(chosen)}>
        Insert it
      </Button>
      {settings}
    </div>
  );
}

function Group(props: { label: string; templates: readonly ReplyTemplate[] }) {
  const { label, templates } = props;
  if (templates.length === 0) return null;
  return (
    <optgroup label={label}>
      {templates.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </optgroup>
  );
}
