import type { Track } from "../endpoints/recruiting.ts";
import type { StepForm } from "../form-engine/define-steps.ts";
import { careApplication } from "./care-application.ts";
import { proApplication } from "./pro-application.ts";

/** The complete application form of each track. */
export const applicationForms: Readonly<Record<Track, StepForm>> = {
  care: careApplication,
  pro: proApplication,
};
