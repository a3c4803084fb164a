import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

const nothing = () => undefined;

/** The minimum of a document that React needs for a component that renders nothing. */
function stubDocument() {
  const view = { document: { activeElement: null }, HTMLIFrameElement: class {} };
  const ownerDocument = { nodeType: 9, addEventListener: nothing, defaultView: view };
  vi.stubGlobal("window", { event: undefined });
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  return { nodeType: 1, tagName: "DIV", ownerDocument, addEventListener: nothing };
}

/** A hook that runs in React, without a browser. */
interface RenderedHook<Props, Result> {
  /** Its latest return value. */
  readonly result: () => Result;
  readonly render: (props: Props) => Promise<void>;
  /** Runs `work`, then waits until no effects or responses of a fake `fetch` are pending. */
  readonly settle: (work?: () => void) => Promise<void>;
}

/** Runs a hook; unmounts it after the test. */
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
    // A response may cause another request: waits until several turns had no render.
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
