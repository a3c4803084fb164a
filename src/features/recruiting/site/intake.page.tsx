import { IntakeView } from "./intake/intake-view.tsx";
import { readyLaterSteps } from "./intake/later-steps.ts";

export const ready = readyLaterSteps;

export default IntakeView;
