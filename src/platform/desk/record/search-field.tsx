import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { tooLong } from "../../contract/form-engine/rules.ts";
import { TextField } from "../ui/field.tsx";

/** Debounce delay of the search, in milliseconds. */
const typingMs = 250;

interface SearchFieldProps {
  readonly id: string;
  readonly label: string;
  readonly isInline?: boolean;
  readonly q: string;
  /** Longer text is not searched for; the field shows an error. */
  readonly maxLength: number;
  readonly onSearch: (q: string) => void;
}

/** Searches while the user types, and on Enter. */
export function SearchField(props: SearchFieldProps) {
  const { id, label, isInline, q, maxLength, onSearch } = props;
  const [text, setText] = useState(q);
  const shown = useRef(q);

  // The URL may change without the field: Back, a saved view, "Show all forms".
  useEffect(() => {
    if (q !== shown.current) {
      shown.current = q;
      setText(q);
    }
  }, [q]);

  function search() {
    const words = text.trim();
    if (words === q || words.length > maxLength) return;
    shown.current = words;
    onSearch(words);
  }
  // A filter that was chosen since the last letter stays.
  const searchTyped = useEffectEvent(search);
  useEffect(() => {
    if (text.trim() === shown.current) return;
    const timer = setTimeout(searchTyped, typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }
  return (
    <form onSubmit={submit}>
      <TextField
        id={id}
        label={label}
        isInline={isInline}
        error={text.trim().length > maxLength ? tooLong("The search", maxLength) : undefined}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  );
}
