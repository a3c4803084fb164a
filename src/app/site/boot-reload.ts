import { bootFailureId } from "./boot-state.ts";

/** Controls that people fill in; passwords and files are not stored. */
function findControls() {
  return document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "input:not([type=hidden],[type=password],[type=file]),textarea,select",
  );
}

const isToggle = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);

/**
 * On a page where React failed to load: stores what was typed in this history entry and reloads.
 * On a page that is loading: fills in what was stored. One function for both keeps the
 * boot script small.
 */
export function start(): void {
  if (document.getElementById(bootFailureId)) save();
  else restore();
}

function save(): void {
  const controls = Array.from(findControls(), (control) => [
    control.name,
    isToggle(control) ? control.checked : control.value,
  ]);
  history.replaceState({ ...history.state, typed: { controls } }, "");
  location.reload();
}

function restore(): void {
  const { typed, ...state } = history.state ?? {};
  if (!typed?.controls) return;
  history.replaceState(state, "");
  for (const [index, control] of findControls().entries()) {
    const [name, value] = typed.controls[index] ?? [];
    // A reload after a release may bring another form.
    if (name !== control.name) continue;
    if (isToggle(control)) control.checked = value;
    else control.value = value;
  }
}
