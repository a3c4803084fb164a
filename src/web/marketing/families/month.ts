import { exampleJobs } from "../parts/example-jobs.ts";

/** Example for the receipt: one month of a family. */
export const exampleMonth = {
  days: 30,
  /** Days on which help came. */
  helpedOn: [3, 12, 13, 17, 28] as readonly number[],
  jobs: [
    exampleJobs.shelves,
    exampleJobs.groceries,
    exampleJobs.dogWalk,
    exampleJobs.ride,
    exampleJobs.medicine,
  ],
} as const;
