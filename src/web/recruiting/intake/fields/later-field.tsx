import type { LaterFieldProps } from "../state/intake.ts";
import { ChoiceField } from "./choice-field.tsx";
import { ResumeField } from "./resume-field.tsx";
import { TickField } from "./tick-field.tsx";
import { WeekField } from "./week-field.tsx";

/** A field of a kind that the first step has none of. */
export function LaterField({ intake, track, ...shared }: LaterFieldProps) {
  if (shared.field.grid) return <WeekField {...shared} />;
  if (shared.field.kind === "checkbox") return <TickField {...shared} />;
  if (shared.field.kind === "checkboxes") return <ChoiceField {...shared} />;
  const { chosen: _none, ...plain } = shared;
  return <ResumeField {...plain} intake={intake} track={track} />;
}
