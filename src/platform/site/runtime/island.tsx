import { type ComponentType, type ReactNode, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { loadChunk } from "./chunk.ts";
import { FormStateContext, readFormState } from "./form-state.ts";
import styles from "./page-slot.module.css";

interface IslandModule {
  readonly default: ComponentType;
}

const files = import.meta.glob<IslandModule>("../../../features/**/*.island.tsx");

function fileOf(name: string): string {
  return `../../../features/${name}.island.tsx`;
}

/**
 * A part of an otherwise static page that React hydrates. Its component is the default export
 * of the file `name` below src/features, takes no props and does not use `useId`.
 */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.SSR && !files[fileOf(name)]) throw new Error(`There is no island ${name}`);
  return (
    <div className={styles.slot} data-island={name}>
      {children}
    </div>
  );
}

/** Settles once the islands of the current page are hydrated. */
let ready: Promise<unknown> = Promise.resolve();

/** Once it settles, events from before hydration may be replayed. */
export function islandsReady(): Promise<unknown> {
  return ready;
}

function NotifyMounted({ children, onMounted }: { children: ReactNode; onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return children;
}

async function hydrateIsland(element: HTMLElement): Promise<Root | undefined> {
  const load = files[fileOf(element.dataset.island ?? "")];
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
 * Hydrates the islands of a static page. An island whose code does not load stays as it was
 * served.
 * @returns a function that unmounts them
 */
export function hydrateIslands(page: Element): () => void {
  const elements = [...page.querySelectorAll<HTMLElement>("[data-island]")];
  const roots = elements.map((element) => hydrateIsland(element).catch(() => undefined));
  ready = Promise.all(roots);
  return () => {
    for (const root of roots) void root.then((found) => found?.unmount());
  };
}
