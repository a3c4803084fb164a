import { choiceParts } from "./choice-examples.tsx";
import { dialogParts } from "./dialog-examples.tsx";
import { fieldParts } from "./field-examples.tsx";
import { formParts } from "./form-examples.tsx";
import { layoutParts } from "./layout-examples.tsx";
import type { Part } from "./part.ts";
import { uiParts } from "./ui-examples.tsx";

export const parts: readonly Part[] = [
  ...uiParts,
  ...layoutParts,
  ...dialogParts,
  ...fieldParts,
  ...choiceParts,
  ...formParts,
];
