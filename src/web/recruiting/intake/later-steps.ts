import { type Track, trackNames } from "../../../contract/endpoints/recruiting.ts";
import type { StepForm } from "../../../contract/form-engine/define-steps.ts";
import { applicationOutlines } from "../../../contract/forms/application-outlines.ts";
import { loadChunk } from "../../runtime/chunk.ts";
import { readFormState } from "../../runtime/form-state.ts";
import type { LaterSteps } from "./state/intake.ts";

const forms: Readonly<Record<Track, () => Promise<StepForm>>> = {
  care: async () => (await import("../../../contract/forms/care-application.ts")).careApplication,
  pro: async () => (await import("../../../contract/forms/pro-application.ts")).proApplication,
};

const came: Partial<Record<Track, LaterSteps>> = {};

/** The later steps of a track, once they came. */
export function laterSteps(track: Track): LaterSteps | undefined {
  return came[track];
}

/**
 * Brings what the later steps need. The first one works without, so that its page is awake sooner.
 * @throws Error "Loading chunk failed"
 */
export async function loadLaterSteps(track: Track): Promise<LaterSteps> {
  came[track] ??= await loadChunk(async () => {
    const [form, { laterParts }] = await Promise.all([forms[track](), import("./later-parts.ts")]);
    return { form, parts: laterParts };
  });
  return came[track];
}

/** A page that was served at a later step wakes with it, and the server draws any. */
export async function readyLaterSteps(): Promise<void> {
  if (typeof document === "undefined") {
    await Promise.all(trackNames.map(loadLaterSteps));
    return;
  }
  const state = readFormState()?.recruiting;
  if (state?.kind !== "intake") return;
  const [first] = applicationOutlines[state.track].steps;
  if (state.step !== first?.id) await loadLaterSteps(state.track);
}
