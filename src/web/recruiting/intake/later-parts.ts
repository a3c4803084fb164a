import { CheckView } from "./check-view.tsx";
import { LaterField } from "./later-field.tsx";
import { MovedView } from "./moved-view.tsx";
import { restoreSteps } from "./restore-steps.ts";
import { SaveForLater } from "./save-for-later.tsx";
import { WelcomeBack } from "./welcome-back.tsx";

/** What only the steps after the first one need. */
export const laterParts = {
  CheckView,
  LaterField,
  MovedView,
  PauseWays: SaveForLater,
  restoreSteps,
  WelcomeBack,
};

export type LaterParts = typeof laterParts;
