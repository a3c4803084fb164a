import type { FormValues } from "../../../../../platform/contract/form-engine/define-form.ts";
import { editProfileForm } from "../../../contract/edit-profile.ts";
import type { EditableName, ProfileChange, ProfileResponse } from "../../../contract/profile.ts";

type Values = FormValues<EditableName>;

export function findChanges(
  values: Values,
  stored: ProfileResponse["user"],
): ProfileChange["changes"] {
  const changed = editProfileForm.fields.filter(({ name }) => values[name] !== stored[name]);
  return Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
}

export function isEmpty(changes: ProfileChange["changes"]): boolean {
  return Object.keys(changes).length === 0;
}

/** A field that was saved elsewhere meanwhile with another value than in this window. */
export interface Difference {
  readonly name: EditableName;
  readonly label: string;
  readonly saved: string;
  readonly typed: string;
}

/**
 * Fields in conflict between two windows.
 * @param base the profile that this window loaded
 * @param current the profile that is stored now
 */
export function findDifferences(
  values: Values,
  base: ProfileResponse["user"],
  current: ProfileResponse["user"],
): readonly Difference[] {
  return editProfileForm.fields
    .filter(({ name }) => current[name] !== base[name] && current[name] !== values[name])
    .map(({ name, label }) => ({ name, label, saved: current[name], typed: values[name] }));
}
