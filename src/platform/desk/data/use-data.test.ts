import { expect, test, vi } from "vitest";
import { z } from "zod";
import { renderHook } from "../../../../tests/support/rendered-hook.ts";
import { type DeskEndpoint, defineEndpoint, withQuery } from "../../contract/define-endpoint.ts";
import { useData } from "./use-data.ts";

type Listed = { readonly filter: string };

const list = defineEndpoint("desk-session GET /api/desk/any", { response: z.custom<Listed>() });

/** A `fetch` whose responses arrive when a test says so. */
function holdResponses() {
  const responses = new Map<string, PromiseWithResolvers<void>>();
  vi.stubGlobal("fetch", async (address: string) => {
    const filter = new URL(address, "http://desk.test").searchParams.get("filter") ?? "";
    const response = Promise.withResolvers<void>();
    responses.set(filter, response);
    await response.promise;
    return { ok: true, headers: new Headers(), json: async () => ({ filter }) };
  });
  return responses;
}

const useList = ({ filter }: Listed) => useData(withQuery(list, new URLSearchParams({ filter })));

test("the response of an earlier filter, arriving last, changes nothing", async () => {
  const responses = holdResponses();
  const shown = await renderHook(useList, { filter: "open" });
  await shown.render({ filter: "spam" });
  await shown.settle(() => responses.get("spam")?.resolve());
  await shown.settle(() => responses.get("open")?.resolve());
  expect(shown.result().data).toEqual({ filter: "spam" });
});

test("until the response to another filter arrives, the data of the last one stays", async () => {
  const responses = holdResponses();
  const shown = await renderHook(useList, { filter: "mine" });
  await shown.settle(() => responses.get("mine")?.resolve());
  await shown.render({ filter: "late" });
  expect(shown.result().data).toEqual({ filter: "mine" });
});

test("of two responses to the same request, the older one changes nothing", async () => {
  const waiting: PromiseWithResolvers<Listed>[] = [];
  vi.stubGlobal("fetch", async () => {
    const response = Promise.withResolvers<Listed>();
    waiting.push(response);
    const data = await response.promise;
    return { ok: true, headers: new Headers(), json: async () => data };
  });
  const endpoint: DeskEndpoint<undefined, Listed> = withQuery(list, "twice");
  const shown = await renderHook(() => useData(endpoint), {});
  await shown.settle(() => void shown.result().reload());
  await shown.settle(() => waiting[1]?.resolve({ filter: "newer" }));
  await shown.settle(() => waiting[0]?.resolve({ filter: "older" }));
  expect(shown.result().data).toEqual({ filter: "newer" });
});
