import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { TextField } from "../../../../platform/desk/ui/field.tsx";
import { linkClass } from "../../../../platform/desk/ui/form-controls.tsx";
import type { ReplyTemplate } from "../../contract/replies.ts";
import styles from "./template-picker.module.css";

interface TemplatePickerProps {
  readonly path: string;
  readonly templates: readonly ReplyTemplate[];
  readonly onPick: (template: ReplyTemplate) => void;
  /** Called without a choice, with what was typed. */
  readonly onClose: (typed: string) => void;
}

/** Picks a template by typing: Enter takes the first that matches, arrow keys move to others. */
export function TemplatePicker({ path, templates, onPick, onClose }: TemplatePickerProps) {
  const [typed, setTyped] = useState("");
  const panel = useRef<HTMLElement>(null);
  const found = findTemplates(templates, typed);

  function press(event: KeyboardEvent) {
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>("input, li button") ?? [])];
    const index = stops.indexOf(event.target as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") onClose(typed);
    else if (event.key === "Enter" && index === 0 && found[0]) onPick(found[0]);
    else if (step !== undefined) stops[index + step]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <section
      ref={panel}
      aria-label="Templates"
      className={styles.picker}
      // Keys of all the controls in it.
      onKeyDown={press}
    >
      <TextField
        id="find-template"
        label="Find a template"
        isInline
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className={found.length === 0 ? styles.none : "sr"}>
        {templates.length === 0
          ? "No templates yet."
          : found.length === 0
            ? "No template matches."
            : `${found.length} found. Enter inserts ${found[0]?.name}.`}
      </p>
      <ul>
        {found.map((template) => (
          <li key={template.id}>
            <button type="button" onClick={() => onPick(template)}>
              <b dir="auto">{template.name}</b>
              <span dir="auto">{template.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <Link to={path} className={linkClass}>
        {templates.length === 0 ? "Write a template" : "Change templates"}
      </Link>
    </section>
  );
}

/** Templates whose name has words that begin as typed, best first; then those that contain it. */
function findTemplates(
  templates: readonly ReplyTemplate[],
  typed: string,
): readonly ReplyTemplate[] {
  const wanted = typed.trim().toLowerCase();
  const rank = ({ name, text }: ReplyTemplate) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    if (lower.includes(` ${wanted}`)) return 1;
    return lower.includes(wanted) ? 2 : text.toLowerCase().includes(wanted) ? 3 : undefined;
  };
  return [0, 1, 2, 3].flatMap((wantedRank) => templates.filter((one) => rank(one) === wantedRank));
}
