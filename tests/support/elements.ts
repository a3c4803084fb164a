import type { ReactElement, ReactNode } from "react";

export type AnyElement = ReactElement<Readonly<Record<string, unknown>>>;

/**
 * The elements that a component returned, in order of the document, its own components not rendered:
 * with `renderHook(Component, props)`, tests press what it returns without a browser.
 */
export function listElements(node: ReactNode): readonly AnyElement[] {
  if (Array.isArray(node)) return node.flatMap(listElements);
  if (typeof node !== "object" || node === null || !("props" in node)) return [];
  const element = node as AnyElement;
  return [element, ...listElements(element.props.children as ReactNode)];
}

/** The only element of a type, with these properties. */
export function findElement(
  node: ReactNode,
  type: unknown,
  props: Readonly<Record<string, unknown>> = {},
): AnyElement {
  const found = listElements(node).filter(
    (one) =>
      one.type === type &&
      Object.entries(props).every(([name, value]) => one.props[name] === value),
  );
  const [element] = found;
  if (!element || found.length > 1) throw new Error(`${found.length} elements fit.`);
  return element;
}
