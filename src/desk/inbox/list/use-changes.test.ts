import { expect, test } from "vitest";
import { describeChange } from "./use-changes.ts";

test("a bulk change reports how many changed, and which did not", () => {
  expect(describeChange(1, [])).toBe("1 message is changed.");
  expect(describeChange(3, ["K7MP4R2X"])).toBe(
    "3 messages are changed. Somebody was quicker with K7MP4R2X: it stays as it is.",
  );
});
