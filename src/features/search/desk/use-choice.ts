import { type KeyboardEvent, useState } from "react";
import { useNavigate } from "react-router";
import { maxSearch } from "../contract/search.ts";
import type { Search } from "./use-search.ts";

interface Choice {
  readonly chosen: number;
  /** Arrow keys move the choice, Enter opens it. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The chosen hit, the first at first.
 * @param typed results for another text are not opened
 */
export function useChoice(search: Search, typed: string, onOpen: () => void): Choice {
  const navigate = useNavigate();
  const [choice, setChoice] = useState({ of: "", at: 0 });
  const paths = search.results?.groups.flatMap(({ hits }) => hits.map(({ path }) => path)) ?? [];
  const chosen = choice.of === search.of ? Math.min(choice.at, paths.length - 1) : 0;

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const at = chosen + (event.key === "ArrowDown" ? 1 : -1);
      setChoice({ of: search.of, at: Math.max(0, Math.min(paths.length - 1, at)) });
    }
    const path = paths[chosen];
    if (
      event.key === "Enter" &&
      path !== undefined &&
      search.of === typed.trim().slice(0, maxSearch)
    ) {
      event.preventDefault();
      onOpen();
      void navigate(path);
    }
  }
  return { chosen, onKeyDown };
}
