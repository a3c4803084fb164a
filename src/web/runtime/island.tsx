import { type ComponentType, type ReactNode, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { loadChunk } from "./chunk.ts";
import { FormStateContext, readFormState } from "./form-state.ts";
import styles from "./page-slot.module.css";

interface IslandModule {
  readonly default: ComponentType;
}

const files = import.meta.glob<IslandModule>("../*/*/*.island.tsx");

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

/** Settles once the islands of the page at hand listen. */
let awake: Promise<unknown> = Promise.resolve();

/** What was pressed while islands were asleep may be replayed when this settles. */
export function islandsAwake(): Promise<unknown> {
  return awake;
}

function NotifyMounted({ children, onMounted }: { children: ReactNode; onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return children;
}

async function wakeIsland(element: HTMLElement): Promise<Root | undefined> {
  const load = files[`../${element.dataset.island}.island.tsx`];
  if (!load) return undefined;
  const { default: Part } = await loadChunk(load);
  return new Promise<Root>((resolve) => {
    const root = hydrateRoot(
      element,
      <FormStateContext value={readFormState()}>
        <NotifyMounted onMounted={() => resolve(root)}>
          <Part />
        </NotifyMounted>
      </FormStateContext>,
    );
  });
}

/**
 * Brings the islands of a page that React keeps as served to life. One whose code does
 * not come stays the true picture it was.
 * @returns what ends them again
 */
export function wakeIslands(page: Element): () => void {
  const elements = [...page.querySelectorAll<HTMLElement>("[data-island]")];
  const roots = elements.map((element) => wakeIsland(element).catch(() => undefined));
  awake = Promise.all(roots);
  return () => {
    for (const root of roots) void root.then((found) => found?.unmount());
  };
}
