import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../../src/contract/paths.ts";

/** What scripts/slim-router.ts leaves whole. More of it may be used once its cuts say so. */
const leftWhole: ReadonlySet<string> = new Set([
  "createBrowserRouter",
  "isRouteErrorResponse",
  "matchRoutes",
  "Outlet",
  "Router",
  "RouterProvider",
  "ScrollRestoration",
  "useInRouterContext",
  "useLocation",
  "useNavigate",
  "useNavigation",
  "useNavigationType",
  "useRouteError",
]);

/** Runs while the site is built, with the whole router. */
const builder = "prerender.tsx";

test("the pages use no part of the router that is left out in the browser", () => {
  const web = path.resolve("src/web");
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && file !== builder,
  );
  const used = files.flatMap((file) => {
    const text = readFileSync(path.join(web, file), "utf8");
    return [...text.matchAll(/import (type )?\{([^}]*)\} from "react-router[^"]*"/g)]
      .filter(([, type]) => !type)
      .flatMap(([, , names = ""]) => names.split(",").map((name) => name.trim()))
      .filter((name) => name !== "" && !name.startsWith("type "));
  });
  expect([...new Set(used)].filter((name) => !leftWhole.has(name))).toEqual([]);
});

test("every address is written out and stands for itself", () => {
  const addresses = Object.values(paths);
  expect(addresses.filter((address) => /[:*?]/.test(address))).toEqual([]);
  const same = (address: string) => address.toLowerCase().replace(/\/$/, "");
  expect(new Set(addresses.map(same)).size).toBe(addresses.length);
});
