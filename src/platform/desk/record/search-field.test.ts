import { expect, test, vi } from "vitest";
import { findElement } from "../../../../tests/support/elements.ts";
import { renderHook } from "../../../../tests/support/rendered-hook.ts";
import { TextField } from "../ui/field.tsx";
import { SearchField } from "./search-field.tsx";

/** Types a text and presses Enter. */
async function searchFor(text: string) {
  const onSearch = vi.fn();
  const field = await renderHook(SearchField, {
    id: "search",
    label: "Search",
    q: "",
    maxLength: 200,
    onSearch,
  });
  const { onChange } = findElement(field.result(), TextField).props;
  await field.settle(() => (onChange as (event: object) => void)({ target: { value: text } }));
  const { onSubmit } = findElement(field.result(), "form").props;
  await field.settle(() => (onSubmit as (event: object) => void)({ preventDefault: vi.fn() }));
  return { onSearch, error: findElement(field.result(), TextField).props.error };
}

test("a text of the longest length is searched for, without the spaces around it", async () => {
  const text = "a".repeat(200);
  const { onSearch, error } = await searchFor(`  ${text} `);
  expect(onSearch.mock.calls).toEqual([[text]]);
  expect(error).toBeUndefined();
});

test("a text that is one character longer is not searched for, and the field says why", async () => {
  const { onSearch, error } = await searchFor("a".repeat(201));
  expect(onSearch).not.toHaveBeenCalled();
  expect(error).toContain("200");
});
