import { createContext, use } from "react";
import { useLocation } from "react-router";
import { type FormState, formStateId } from "../../contract/forms/submission.ts";

/** How the server left the form of this page after a native post, if it did. */
export const FormStateContext = createContext<FormState | null>(null);

/** Reads the state that the server put into the page, once, at start. */
export function readFormState(): FormState | null {
  const text = document.getElementById(formStateId)?.textContent;
  return text ? (JSON.parse(text) as FormState) : null;
}

/** Name that the router gives to the place where this document started. */
const firstKey: string =
  typeof history === "undefined" ? "default" : (history.state?.key ?? "default");

/** Whether the reader is where this document started, and not on a page they went to since. */
export function useIsFirstPlace(): boolean {
  return useLocation().key === firstKey;
}

/** How the server left a form of the page, until the reader moves on to another page. */
export function useServedState(collection: string): FormState | null {
  const state = use(FormStateContext);
  const isFirstPlace = useIsFirstPlace();
  return isFirstPlace && state?.collection === collection ? state : null;
}
