import { expect } from "vitest";
import {
  type ApplicationDetail,
  type ApplicationPage,
  applicationEndpoints,
} from "../../src/features/recruiting/contract/applications.ts";
import { runApplications } from "../../src/features/recruiting/server/applicants/run-applications.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import type { SignedInStaff } from "./staff.ts";
import type { TestApp } from "./test-app.ts";

export async function indexAllApplications({ context }: Pick<TestApp, "context">): Promise<void> {
  while (await runApplications(context));
}

export function applicationPath(
  name: Exclude<keyof typeof applicationEndpoints, "list" | "board" | "counts" | "firstWord">,
  reference: string,
): string {
  return pathOf(applicationEndpoints[name]).replace(":id", reference);
}

export async function listAt(staff: SignedInStaff, query = ""): Promise<ApplicationPage> {
  const response = await staff.request("GET", `${pathOf(applicationEndpoints.list)}?${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

export async function openAt(staff: SignedInStaff, reference: string): Promise<ApplicationDetail> {
  const response = await staff.request("GET", applicationPath("read", reference));
  expect(response.statusCode).toBe(200);
  return response.json();
}
