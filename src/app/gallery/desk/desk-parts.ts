import { deskHome, isAlone, type Part, pathOf, type State } from "../part.ts";
import { buttonParts } from "./button-examples.tsx";
import { dialogParts } from "./dialog-examples.tsx";
import { fieldParts } from "./field-examples.tsx";
import { layoutParts } from "./layout-examples.tsx";
import { markParts } from "./mark-examples.tsx";

export const deskParts: readonly Part[] = [
  ...buttonParts,
  ...markParts,
  ...fieldParts,
  ...layoutParts,
  ...dialogParts,
];

export function deskAddressOf(part: Part, state: State): string {
  return `/desk${pathOf(part, state)}`;
}

export const deskAddresses: readonly string[] = [
  deskHome,
  ...deskParts.flatMap((part) =>
    part.states.filter(isAlone).map((state) => deskAddressOf(part, state)),
  ),
];
