import { brand } from "../../../../brand.ts";

/** Example for the receipt: one month of a family. */
export const exampleMonth = {
  days: 30,
  helpedOn: [3, 12, 13, 17, 28] as readonly number[],
  jobs: [
    brand.exampleJobs.shelves,
    brand.exampleJobs.groceries,
    brand.exampleJobs.dogWalk,
    brand.exampleJobs.ride,
    brand.exampleJobs.medicine,
  ],
} as const;
