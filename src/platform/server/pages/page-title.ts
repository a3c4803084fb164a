import { brand } from "../../../brand.ts";
import { rejectedHeading } from "../../contract/errors/failures.ts";
import type { FormState } from "../../contract/form-engine/submission.ts";

/**
 * The document with the title of its state.
 * @param isUnknown whether it is the page for unknown addresses, which also says what was rejected
 */
export function withTitle(document: string, state: FormState, isUnknown: boolean): string {
  return document.replace(/<title>([^<]*)/, (_all, title: string) =>
    isUnknown && state.notice
      ? `<title>${rejectedHeading} - ${brand.name}`
      : `<title>${titlePrefix(state)}${title}`,
  );
}

function titlePrefix({ errors, sentHeading }: FormState): string {
  if (errors) return "Error: ";
  return sentHeading ? `${sentHeading} - ` : "";
}
