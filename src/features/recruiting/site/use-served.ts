import { use } from "react";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { FormStateContext, useServedState } from "../../../platform/site/runtime/form-state.ts";
import type { RecruitingState } from "../contract/intake-endpoints.ts";
import type { Track } from "../contract/recruiting-endpoints.ts";

type StateOf<Kind> = Extract<RecruitingState, { readonly kind: Kind }>;

interface Served<Kind> {
  readonly page: StateOf<Kind>;
  readonly form: FormState;
}

/** Served state of a recruiting page of that kind and track, until the reader navigates. */
export function useServed<Kind extends RecruitingState["kind"]>(
  kind: Kind,
  track: Track,
): Served<Kind> | undefined {
  const context = use(FormStateContext);
  const form = useServedState(context?.collection ?? "");
  const page = form?.recruiting;
  if (!form || page?.kind !== kind || page.track !== track) return undefined;
  return { page: page as StateOf<Kind>, form };
}
