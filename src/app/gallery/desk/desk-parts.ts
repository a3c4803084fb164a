import { deskHome, isAlone, type Part, pathOf, type State } from "../part.ts";
import { buttonParts } from "./button-examples.tsx";
import { dialogParts } from "./dialog-examples.tsx";
import { fieldParts } from "./field-examples.tsx";
import { layoutParts } from "./layout-examples.tsx";
import { markParts } from "./mark-examples.tsx";

/** Parts of src/platform/desk/ui. */
export const deskParts: readonly Part[] = [
  ...buttonParts,
  ...markParts,
  ...fieldParts,
  ...layoutParts,
  ...dialogParts,
];

/** Address of a state with a page of its own. */
export function deskAddressOf(part: Part, state: State): string {
  return `/desk${pathOf(part, state)}`;
}

/** Addresses of all pages with parts of the desk. */
export const deskAddresses: readonly string[] = [
  deskHome,
  ...deskParts.flatMap((part) =>
    part.states.filter(isAlone).map((state) => deskAddressOf(part, state)),
  ),
];
