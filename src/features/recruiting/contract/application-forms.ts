import type { StepForm } from "../../../platform/contract/form-engine/define-steps.ts";
import { careApplication } from "./care-application.ts";
import { proApplication } from "./pro-application.ts";
import type { Track } from "./recruiting-endpoints.ts";

export const applicationForms: Readonly<Record<Track, StepForm>> = {
  care: careApplication,
  pro: proApplication,
};
