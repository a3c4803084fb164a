import { type FormEvent, useEffect, useRef, useState } from "react";
import { FieldFrame } from "../ui/field.tsx";

/** Wait after the last key before a search, in milliseconds. */
const typingMs = 250;

interface SearchFieldProps {
  readonly id: string;
  readonly label: string;
  /** What the address says. */
  readonly q: string;
  /** Characters that count; a longer text is cut when it is looked for. */
  readonly maxLength: number;
  readonly onSearch: (q: string) => void;
}

/** Searches while somebody types, and by Enter. */
export function SearchField({ id, label, q, maxLength, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(text);

  // The address may change without the field: Back, a saved view, "Show all forms".
  useEffect(() => {
    if (q !== typed.current.trim().slice(0, maxLength)) {
      typed.current = q;
      setText(q);
    }
  }, [q, maxLength]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search() {
    clearTimeout(timer.current);
    const words = typed.current.trim().slice(0, maxLength);
    if (words !== q) onSearch(words);
  }
  function type(value: string) {
    setText(value);
    typed.current = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(search, typingMs);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }
  return (
    <form onSubmit={submit}>
      <FieldFrame id={id} label={label}>
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      </FieldFrame>
    </form>
  );
}
