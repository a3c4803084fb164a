import type { Track } from "../endpoints/recruiting.ts";
import type { StepForm } from "../form-engine/define-steps.ts";
import { careApplication } from "./care-application.ts";
import { proApplication } from "./pro-application.ts";

/** What each track asks, all steps of it. */
export const applicationForms: Readonly<Record<Track, StepForm>> = {
  care: careApplication,
  pro: proApplication,
};
