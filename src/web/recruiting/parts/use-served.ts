import { use } from "react";
import type { RecruitingState, Track } from "../../../contract/endpoints/recruiting.ts";
import type { FormState } from "../../../contract/forms/submission.ts";
import { FormStateContext, useServedState } from "../../runtime/form-state.ts";

type StateOf<Kind> = Extract<RecruitingState, { readonly kind: Kind }>;

/** Served state of a recruiting page and of its form. */
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
