import { expect, test, vi } from "vitest";
import { renderHook } from "../../../../tests/support/rendered-hook.ts";
import type { Outcome } from "../../site/runtime/api.ts";
import { useLiveData } from "./use-live-data.ts";

type Listed = { readonly filter: string };

test("the response of an earlier filter, arriving last, changes nothing", async () => {
  const listen = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("document", { ...listen, visibilityState: "visible" });
  vi.stubGlobal("addEventListener", listen.addEventListener);
  vi.stubGlobal("removeEventListener", listen.removeEventListener);
  const responses = new Map<string, PromiseWithResolvers<Outcome<Listed>>>();
  const read = (filter: string) => {
    const response = Promise.withResolvers<Outcome<Listed>>();
    responses.set(filter, response);
    return response.promise;
  };
  const useList = ({ filter }: Listed) => useLiveData(filter, read);
  const list = await renderHook(useList, { filter: "open" });
  await list.render({ filter: "spam" });
  const arrive = (filter: string) =>
    list.settle(() => responses.get(filter)?.resolve({ ok: true, data: { filter } }));
  await arrive("spam");
  await arrive("open");
  expect(list.result().data).toEqual({ filter: "spam" });
});
