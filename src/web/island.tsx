import type { ComponentType, ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { loadChunk } from "./chunk.ts";
import styles from "./page-slot.module.css";

interface IslandModule {
  readonly default: ComponentType;
}

const files = import.meta.glob<IslandModule>("./*/*/*.island.tsx");

/**
 * The one part of an otherwise still page that React brings to life. Its component is
 * the default export of the file `name`, takes no props and renders no ids of its own.
 */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.slot} data-island={name}>
      {children}
    </div>
  );
}

async function wakeIsland(element: HTMLElement): Promise<Root | undefined> {
  const load = files[`./${element.dataset.island}.island.tsx`];
  if (!load) return undefined;
  const { default: Part } = await loadChunk(load);
  return hydrateRoot(element, <Part />);
}

/**
 * Brings the islands of a page that React keeps as served to life. One whose code does
 * not come stays the true picture it was.
 * @returns what ends them again
 */
export function wakeIslands(page: Element): () => void {
  const elements = [...page.querySelectorAll<HTMLElement>("[data-island]")];
  const roots = elements.map((element) => wakeIsland(element).catch(() => undefined));
  return () => {
    for (const root of roots) void root.then((found) => found?.unmount());
  };
}
