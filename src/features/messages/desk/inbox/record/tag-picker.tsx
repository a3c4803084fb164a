import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { TextField } from "../../../../../platform/desk/ui/field.tsx";
import { inboxLimits } from "../../../contract/inbox.ts";
import { tagError } from "../tag-error.ts";
import styles from "./tag-picker.module.css";

/** Maximum number of other cases' tags that are offered. */
const maxOffered = 12;

interface TagPickerProps {
  readonly tags: readonly string[];
  readonly knownTags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

export function TagPicker({ tags, knownTags, onChange }: TagPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const id = useId();
  const offered = [...new Set([...tags, ...knownTags.slice(0, maxOffered)])];
  const isFull = tags.length >= inboxLimits.tags;

  useEffect(() => {
    const element = picker.current;
    if (!isOpen || !element) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    element.addEventListener("keydown", close);
    return () => element.removeEventListener("keydown", close);
  }, [isOpen]);

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const tag = String(new FormData(form).get("tag")).trim();
    setError(tagError(tag));
    if (tag === "" || isFull || tagError(tag) !== undefined) return;
    form.reset();
    if (!tags.includes(tag)) onChange([...tags, tag]);
  }
  return (
    <div ref={picker} className={styles.picker}>
      <span id={`${id}-label`} className={styles.label}>
        Tags
      </span>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={styles.button}
        aria-labelledby={`${id}-label ${id}-button`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{tags.length > 0 ? tags.join(", ") : "None yet"}</span>
        <DeskIcon name="down" />
      </button>
      {isOpen && (
        <div className={styles.panel}>
          {offered.map((tag) => (
            <label key={tag} className={styles.tag}>
              <input
                dir="auto"
                type="checkbox"
                checked={tags.includes(tag)}
                disabled={isFull && !tags.includes(tag)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...tags, tag] : tags.filter((one) => one !== tag))
                }
              />
              <bdi>{tag}</bdi>
            </label>
          ))}
          {isFull ? (
            <p>A message can have {inboxLimits.tags} tags.</p>
          ) : (
            <form onSubmit={add}>
              <TextField
                id={`${id}-new`}
                name="tag"
                label="Add a tag"
                autoComplete="off"
                error={error}
              />
              <Button type="submit" isSmall>
                Add
              </Button>
            </form>
          )}
        </div>
      )}
    </div>
  );
}
