import { expect, test } from "vitest";
import { initials, shortName } from "./names.ts";

test("staff members are shown by first name and initial", () => {
  expect(shortName("Imani Bell")).toBe("Imani B.");
  expect(shortName("Ana María de la Cruz")).toBe("Ana C.");
  expect(shortName("Imani")).toBe("Imani");
  expect(initials("Imani Bell")).toBe("IB");
});
