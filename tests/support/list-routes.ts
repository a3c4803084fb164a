import type { FastifyInstance } from "fastify";

/** One method at one address, as the router knows it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
}

const branch = /^((?:│ {3}| {4})*)[├└]── (\S+) \(([^)]+)\)/;

/** Every route of the server, read off the router's own drawing of itself. */
export function listRoutes(app: FastifyInstance): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = branch.exec(line) ?? [];
      if (part === "") return [];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      const url = above.join("");
      return methods
        .split(", ")
        .filter((method) => method !== "HEAD")
        .map((method) => ({ method: method as Route["method"], url }));
    });
}
