import type { Locator, Page } from "playwright-core";
import { newAccount } from "./portal.ts";

export const rejections = [/Failed to load resource/, /response 4\d\d/];
export const networkErrors = [/ERR_FAILED/];

export function field(page: Page, label: string): Locator {
  return page.getByRole("main").getByLabel(label, { exact: true });
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** Fills in and submits the login form. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await button(page, "Log In").click();
}

const labels = {
  firstName: "First name",
  lastName: "Last name",
  city: "City",
  state: "State",
  zip: "ZIP code",
  email: "Email",
  phone: "Phone",
  password: "Desired password",
} as const;

type AccountValues = Readonly<Record<keyof typeof labels, string>>;

export async function createAccount(
  page: Page,
  values: Partial<AccountValues> = {},
): Promise<AccountValues> {
  const all: AccountValues = { ...newAccount, ...values };
  for (const [name, label] of Object.entries(labels)) {
    await field(page, label).fill(all[name as keyof AccountValues]);
  }
  await button(page, "Submit & Continue").click();
  return all;
}

export async function readAccountForm(page: Page): Promise<AccountValues> {
  const entries = Object.entries(labels).map(
    async ([name, label]) => [name, await field(page, label).inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as AccountValues;
}

let strangers = 0;

export function freshEmail(): string {
  strangers += 1;
  return `stranger-${strangers}@example.com`;
}
