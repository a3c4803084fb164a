import { expect, test } from "vitest";
import { paths } from "../../contract/paths.ts";
import { findRoute, loadPage, preloadPage, type Route, registerRoutes } from "./route-table.ts";

const Page = () => null;

function makeRoute(path: string, load: Route["load"]): Route {
  return { path, interactive: false, load };
}

test("findRoute ignores case and a trailing slash", () => {
  const home = makeRoute("/", async () => Page);
  const contact = makeRoute("/contact", async () => Page);
  registerRoutes([home, contact]);
  expect(["/contact", "/Contact", "/contact/"].map(findRoute)).toEqual([contact, contact, contact]);
  expect(findRoute("/")).toBe(home);
  expect(findRoute("/contact/us")).toBeUndefined();
});

test("loads a page's code once, but retries after a failure", async () => {
  let loads = 0;
  const route = makeRoute("/contact", async () => {
    loads += 1;
    if (loads === 1) throw new Error("Loading chunk failed");
    return Page;
  });
  registerRoutes([route]);
  expect(await preloadPage("/contact")).toBe(false);
  expect(await preloadPage("/contact")).toBe(true);
  await loadPage(route);
  expect([loads, route.Page]).toEqual([2, Page]);
});

test("paths are unique and have no parameters", () => {
  const addresses = Object.values(paths);
  expect(addresses.filter((address) => /[:*?]/.test(address))).toEqual([]);
  const same = (address: string) => address.toLowerCase().replace(/\/$/, "");
  expect(new Set(addresses.map(same)).size).toBe(addresses.length);
});
