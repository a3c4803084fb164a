import type { Plugin } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Removes from browser code what an endpoint accepts and returns: browsers need its line only, and
 * no Zod. Schemas that other constants of the module hold are marked as free of side effects, so
 * that they are dropped with them.
 */
export function endpointLines(): Plugin {
  return {
    name: "endpoint-lines",
    // What only they imported goes too: contracts consist of definitions.
    config: () => ({
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: [{ test: /\/contract\/.*\.ts$/, sideEffects: false }] },
        },
      },
    }),
    transform: {
      filter: { id: /\/contract\/.*\.ts$/, code: /\bdefineEndpoint\(|\bfrom "zod"/ },
      handler(code) {
        const edits: { readonly at: number; readonly end: number; readonly text: string }[] = [];
        const visit = (value: unknown, isTop = false): void => {
          if (Array.isArray(value)) for (const one of value) visit(one, isTop);
          if (typeof value !== "object" || value === null || !("type" in value)) return;
          const node = value as Node & Readonly<Record<string, unknown>>;
          if (isEndpointCall(node)) {
            const [line, spec] = node.arguments;
            if (line && spec) edits.push({ at: line.end, end: spec.end, text: "" });
            return;
          }
          const { init } = node as { readonly init?: Node | null };
          if (isTop && node.type === "VariableDeclarator" && init?.type === "CallExpression") {
            if (!isEndpointCall(init)) {
              edits.push({ at: init.start, end: init.start, text: "/* @__PURE__ */ (() => " });
              edits.push({ at: init.end, end: init.end, text: ")()" });
            }
          }
          const isDeclaration = /^(?:Program|Export\w+|VariableDeclaration)$/.test(node.type);
          for (const inner of Object.values(node)) visit(inner, isTop && isDeclaration);
        };
        visit(this.parse(code), true);
        let written = code;
        for (const { at, end, text } of edits.sort((a, b) => b.at - a.at)) {
          written = written.slice(0, at) + text + written.slice(end);
        }
        return { code: written, map: null };
      },
    },
  };
}

function isEndpointCall(node: Node): node is Node & { readonly arguments: readonly Node[] } {
  const { callee } = node as { readonly callee?: { readonly name?: string } };
  return node.type === "CallExpression" && callee?.name === "defineEndpoint";
}
