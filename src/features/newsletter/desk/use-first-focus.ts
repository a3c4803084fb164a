import { type RefObject, useEffect, useRef } from "react";

/** Focuses an element when it appears, because the button that opened it is elsewhere. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    element.current?.focus();
  }, []);
  return element;
}
