import { createContext } from "react";
import { type FormState, formStateId } from "../../contract/submission.ts";

/** How the server left the form of this page after a native post, if it did. */
export const FormStateContext = createContext<FormState | null>(null);

/** Reads the state that the server put into the page, once, at start. */
export function readFormState(): FormState | null {
  const text = document.getElementById(formStateId)?.textContent;
  return text ? (JSON.parse(text) as FormState) : null;
}
