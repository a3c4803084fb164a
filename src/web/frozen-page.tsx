import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { stillPictures } from "./page/still-pictures.ts";
import { wakeIslands } from "./runtime/island.tsx";
import styles from "./runtime/page-slot.module.css";

const pageHead =
  'title, meta[name="description"], meta[name="robots"], meta[property], meta[name="twitter:card"], link[rel="canonical"]';

/**
 * Makes a page out of what the server drew. A page without behaviour of its own needs
 * no code in the browser then: React keeps its text as it is, here and when the reader
 * comes back to it.
 */
export function freezePage(root: Element): ComponentType | undefined {
  const slot = root.querySelector(`.${styles.slot}`);
  if (!slot) return undefined;
  const html = { __html: slot.innerHTML };
  const head = [...document.head.querySelectorAll(pageHead)];

  return function FrozenPage() {
    const page = useRef<HTMLDivElement>(null);
    useEffect(() => (page.current ? wakeIslands(page.current) : undefined), []);
    // Title and tags belong to the page: they leave and return with it.
    useLayoutEffect(() => {
      document.head.append(...head);
      // The text is that of the first visit; motion may have been switched since.
      stillPictures();
      return () => {
        for (const element of head) element.remove();
      };
    }, []);
    return <div ref={page} className={styles.slot} dangerouslySetInnerHTML={html} />;
  };
}
