import type { StepForm } from "../../../../platform/contract/form-engine/define-steps.ts";
import { loadChunk } from "../../../../platform/site/runtime/chunk.ts";
import { readFormState } from "../../../../platform/site/runtime/form-state.ts";
import { applicationOutlines } from "../../contract/application-outlines.ts";
import { type Track, trackNames } from "../../contract/recruiting-endpoints.ts";
import type { LaterSteps } from "./intake.ts";

const forms: Readonly<Record<Track, () => Promise<StepForm>>> = {
  care: async () => (await import("../../contract/care-application.ts")).careApplication,
  pro: async () => (await import("../../contract/pro-application.ts")).proApplication,
};

const loaded: Partial<Record<Track, LaterSteps>> = {};

export function laterSteps(track: Track): LaterSteps | undefined {
  return loaded[track];
}

/**
 * Loads what the later steps need. The first step works without it, so its page hydrates sooner.
 * @throws Error "Loading chunk failed"
 */
export async function loadLaterSteps(track: Track): Promise<LaterSteps> {
  loaded[track] ??= await loadChunk(async () => {
    const [form, { laterParts }] = await Promise.all([forms[track](), import("./later-parts.ts")]);
    return { form, parts: laterParts };
  });
  return loaded[track];
}

/** A page served at a later step needs them for hydration; the server renders every step. */
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
