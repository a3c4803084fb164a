import { type FormEvent, useEffect, useRef, useState } from "react";
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(text);
  const shown = useRef(q);

  // The URL may change without the field: Back, a saved view, "Show all forms".
  useEffect(() => {
    if (q !== shown.current) {
      shown.current = q;
      typed.current = q;
      setText(q);
    }
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search() {
    clearTimeout(timer.current);
    const words = typed.current.trim();
    if (words === q || words.length > maxLength) return;
    shown.current = words;
    onSearch(words);
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
      <TextField
        id={id}
        label={label}
        isInline={isInline}
        error={text.trim().length > maxLength ? tooLong("The search", maxLength) : undefined}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
    </form>
  );
}
