import type { LaterParts } from "./intake.ts";
import { LaterField } from "./later-field.tsx";
import { restoreSteps } from "./restore-steps.ts";
import { CheckView } from "./steps/check-view.tsx";
import { MovedView } from "./steps/moved-view.tsx";
import { SaveForLater } from "./steps/save-for-later.tsx";
import { WelcomeBack } from "./steps/welcome-back.tsx";

/** Code of the steps after the first one, in one chunk. */
export const laterParts: LaterParts = {
  CheckView,
  LaterField,
  MovedView,
  restoreSteps,
  SaveForLater,
  WelcomeBack,
};
