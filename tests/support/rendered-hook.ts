import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

const nothing = () => undefined;

/** As much of a document as React needs to run a component that draws nothing. */
function stubDocument() {
  const view = { document: { activeElement: null }, HTMLIFrameElement: class {} };
  const ownerDocument = { nodeType: 9, addEventListener: nothing, defaultView: view };
  vi.stubGlobal("window", { event: undefined });
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  return { nodeType: 1, tagName: "DIV", ownerDocument, addEventListener: nothing };
}

/** A hook that runs in React, without a browser. */
interface RenderedHook<Props, Result> {
  /** What it returned last. */
  readonly result: () => Result;
  /** Runs it with other properties. */
  readonly render: (props: Props) => Promise<void>;
  /** Does something, and waits until neither effects nor answers of a faked `fetch` are left. */
  readonly settle: (work?: () => void) => Promise<void>;
}

/** Runs a hook; ends with the test. */
export async function renderHook<Props extends object, Result>(
  useHook: (props: Props) => Result,
  props: Props,
): Promise<RenderedHook<Props, Result>> {
  const results: Result[] = [];
  const container = stubDocument();
  const root = createRoot(container as unknown as Element);
  const Probe = (current: Props) => {
    results.push(useHook(current));
    return null;
  };
  const settle = async (work: () => void = nothing) => {
    await act(async () => work());
    // Each answer may make the hook ask again: until it was quiet for several turns.
    for (let quiet = 0, before = results.length; quiet < 5; before = results.length) {
      await act(() => new Promise<void>((done) => setImmediate(done)));
      quiet = results.length === before ? quiet + 1 : 0;
    }
  };
  const render = (next: Props) => settle(() => root.render(createElement(Probe, next)));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
  });
  await render(props);
  const result = () => {
    const last = results.at(-1);
    if (last === undefined) throw new Error("The hook has not run.");
    return last;
  };
  return { result, render, settle };
}
