import { use } from "react";
import type { RecruitingState, Track } from "../../../contract/endpoints/recruiting.ts";
import type { FormState } from "../../../contract/forms/submission.ts";
import { FormStateContext, useServedState } from "../../runtime/form-state.ts";

type StateOf<Kind> = Extract<RecruitingState, { readonly kind: Kind }>;

/** A recruiting page as the server left it: its own state, and the form's around it. */
interface Served<Kind> {
  readonly page: StateOf<Kind>;
  readonly form: FormState;
}

/** How the server left a recruiting page of that kind and track, until the reader moves on. */
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
