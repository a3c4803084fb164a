import { expect, test } from "vitest";
import { readNeedCodes } from "./stripe.ts";

test("only strings in Stripe's requirements are kept, each once", () => {
  const odd = [null, 5, {}, ["individual.email"], "individual.dob"];
  expect(readNeedCodes(["individual.dob"], undefined, odd, "company", null)).toEqual([
    "individual.dob",
    "company",
  ]);
});
