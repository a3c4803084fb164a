import { expect, test } from "vitest";
import {
  countDaysBegun,
  formatDaysWaited,
  formatDuration,
  formatWorkingWait,
} from "./durations.ts";

test("formats working time in hours and minutes", () => {
  expect([0, 40, 60, 190].map(formatDuration)).toEqual([
    "0\u00a0min",
    "40\u00a0min",
    "1\u00a0h",
    "3\u00a0h 10\u00a0min",
  ]);
});

test("formats waiting time in whole working days or hours", () => {
  expect([0, 59, 60, 150, 540, 1200].map(formatWorkingWait)).toEqual([
    "under an hour",
    "under an hour",
    "1 hour",
    "2 hours",
    "1 day",
    "2 days",
  ]);
  expect([0, 1, 12].map(formatDaysWaited)).toEqual(["Today", "1 day", "12 days"]);
  expect([0, 539, 540].map(countDaysBegun)).toEqual([1, 1, 2]);
});
