import type { FastifyInstance } from "fastify";

/** One method at one address, as the router knows it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
}

/** A piece of an address, after its neighbours' bars; with methods where a route ends. */
const branch = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]+)\))?/;

/** Every route of the server, read off the router's own drawing of itself. */
export async function listRoutes(app: FastifyInstance): Promise<Route[]> {
  // Before, the routes of scopes of their own (uploads, applications) are not there yet.
  await app.ready();
  const above: string[] = [];
  // The drawing without common prefixes leaves out what stands before a "*".
  return app
    .printRoutes()
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods] = branch.exec(line) ?? [];
      if (part === "") return [];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      const url = above.join("");
      return (methods?.split(", ") ?? [])
        .filter((method) => method !== "HEAD")
        .map((method) => ({ method: method as Route["method"], url }));
    });
}
