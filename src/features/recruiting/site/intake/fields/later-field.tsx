import type { LaterFieldProps } from "../intake.ts";
import { CheckboxField } from "./checkbox-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { ResumeField } from "./resume-field.tsx";
import { WeekField } from "./week-field.tsx";

/** A field of a kind that only later steps have. */
export function LaterField({ intake, track, ...shared }: LaterFieldProps) {
  if (shared.field.grid) return <WeekField {...shared} />;
  if (shared.field.kind === "checkbox") return <CheckboxField {...shared} />;
  if (shared.field.kind === "checkboxes") return <ChoiceField {...shared} />;
  const { chosen: _none, ...plain } = shared;
  return <ResumeField {...plain} intake={intake} track={track} />;
}
