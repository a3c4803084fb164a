import type { Track } from "../../../contract/endpoints/recruiting.ts";
import type { StepField } from "../../../contract/form-engine/define-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import { ResumeField } from "./resume-field.tsx";
import { TickField } from "./tick-field.tsx";
import type { Intake } from "./use-intake.ts";
import { WeekField } from "./week-field.tsx";

interface LaterFieldProps {
  readonly field: StepField;
  readonly intake: Intake;
  readonly track: Track;
  readonly idPrefix: string;
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** A field of a kind that the first step has none of. */
export function LaterField({ intake, track, ...shared }: LaterFieldProps) {
  if (shared.field.grid) return <WeekField {...shared} />;
  if (shared.field.kind === "checkbox") return <TickField {...shared} />;
  if (shared.field.kind === "checkboxes") return <ChoiceField {...shared} />;
  const { chosen: _none, ...plain } = shared;
  return <ResumeField {...plain} intake={intake} track={track} />;
}
