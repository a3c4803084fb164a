import type { ReactNode } from "react";

export interface Part {
  readonly name: string;
  readonly states: readonly State[];
}

export interface State extends StateChoices {
  readonly name: string;
  readonly element: ReactNode;
}

interface StateChoices {
  /**
   * Where it is shown. `column`, the default: below the part's other states, at the width of a
   * page's content; `full`: the same, from edge to edge; `alone`: on a page of its own, for
   * components that take the focus; `page`: the same, for those with their own h1.
   */
  readonly place?: "column" | "full" | "alone" | "page";
  /**
   * Selector of the elements to click after rendering, for a state that no prop sets; several
   * selectors are clicked one after the other.
   */
  readonly press?: string | readonly string[];
}

/** Address of the desk's parts: loaded as a document, because the desk has its own base styles. */
export const deskHome = "/desk/";

export function inState(name: string, element: ReactNode, choices: StateChoices = {}): State {
  return { name, element, ...choices };
}

export function isAlone({ place }: State): boolean {
  return place === "alone" || place === "page";
}

export function pathOf(part: Part, state?: State): string {
  return [part, state].map((it) => (it ? `/${slugOf(it.name)}` : "")).join("");
}

export function pathsOf(part: Part): readonly string[] {
  const alone = part.states.filter(isAlone).map((state) => pathOf(part, state));
  return part.states.every(isAlone) ? alone : [pathOf(part), ...alone];
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
