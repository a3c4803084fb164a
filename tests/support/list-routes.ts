import type { FastifyInstance } from "fastify";

/** Method and URL pattern of a route. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
}

/** What a parameter must match: "(^.+$)" of ":file(^.+$)". */
const pattern = /(?<=:\w+)\([^)]*\)/g;

/** A line of the route tree: indentation, part of a URL, and methods if a route ends there. */
const branch = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]+)\))?/;

/** Every route of the server, parsed from Fastify's route tree. */
export async function listRoutes(app: FastifyInstance): Promise<Route[]> {
  // Routes of nested plugins (uploads, applications) are registered by then.
  await app.ready();
  const above: string[] = [];
  // With `commonPrefix: false` the tree would omit what is before a "*".
  return app
    .printRoutes()
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods] = branch.exec(line) ?? [];
      if (part === "") return [];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      const url = above.join("").replace(pattern, "");
      return (methods?.split(", ") ?? [])
        .filter((method) => method !== "HEAD")
        .map((method) => ({ method: method as Route["method"], url }));
    });
}
