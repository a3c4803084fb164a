import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { stillPictures } from "../../platform/site/page/still-pictures.ts";
import { hydrateIslands } from "../../platform/site/runtime/island.tsx";
import styles from "../../platform/site/runtime/page-slot.module.css";

const pageHead =
  'title, meta[name="description"], meta[name="robots"], meta[property], meta[name="twitter:card"], link[rel="canonical"]';

/**
 * Wraps the served HTML of a static page in a component, so that the browser needs no code for
 * it, now or when the reader navigates back to it.
 */
export function freezePage(root: Element): ComponentType | undefined {
  const slot = root.querySelector(`.${styles.slot}`);
  if (!slot) return undefined;
  const html = { __html: slot.innerHTML };
  const head = [...document.head.querySelectorAll(pageHead)];

  return function FrozenPage() {
    const page = useRef<HTMLDivElement>(null);
    useEffect(() => (page.current ? hydrateIslands(page.current) : undefined), []);
    // Title and meta tags belong to the page and are removed with it.
    useLayoutEffect(() => {
      document.head.append(...head);
      // The HTML is that of the first visit; the motion preference may have changed since.
      stillPictures();
      return () => {
        for (const element of head) element.remove();
      };
    }, []);
    return <div ref={page} className={styles.slot} dangerouslySetInnerHTML={html} />;
  };
}
