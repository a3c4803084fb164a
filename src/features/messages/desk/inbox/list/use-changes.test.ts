import { expect, test } from "vitest";
import { describeChange } from "./use-changes.ts";

test("a bulk change reports how many changed, and which did not", () => {
  expect(describeChange(1, [], [])).toBe("1 message is changed.");
  expect(describeChange(3, ["K7MP4R2X"], [])).toBe(
    "3 messages are changed. K7MP4R2X was changed by someone else first and was left alone.",
  );
  expect(describeChange(0, [], ["T74C3PYM"])).toBe(
    "0 messages are changed. T74C3PYM is a request to delete data: close it in its privacy case.",
  );
});
