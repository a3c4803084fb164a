import { createContext, use } from "react";
import { type FormState, formStateId } from "../../contract/form-engine/submission.ts";
import { useLocation } from "./router-context.tsx";

/** State of the page's form after a native POST, if there was one. */
export const FormStateContext = createContext<FormState | null>(null);

/** Reads the state that the server put into the page; called once, at start. */
export function readFormState(): FormState | null {
  const text = document.getElementById(formStateId)?.textContent;
  return text ? (JSON.parse(text) as FormState) : null;
}

const firstKey: string =
  typeof history === "undefined" ? "default" : (history.state?.key ?? "default");

/** Whether the reader is still at the location where this document started. */
export function useIsInitialLocation(): boolean {
  return useLocation().key === firstKey;
}

/** Served state of a form on the page, until the reader navigates to another page. */
export function useServedState(collection: string): FormState | null {
  const state = use(FormStateContext);
  const isInitialLocation = useIsInitialLocation();
  return isInitialLocation && state?.collection === collection ? state : null;
}
