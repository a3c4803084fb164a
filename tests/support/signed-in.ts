import type { Page } from "playwright-core";
import { apiPaths } from "./api-paths.ts";
import { newAccount } from "./portal.ts";

let people = 0;

/** Creates an account and signs in the page's browser. @returns the uid */
export async function signUpInBrowser(page: Page): Promise<string> {
  people += 1;
  const email = `person-${people}@example.com`;
  await page.request.post(apiPaths.createAccount, { data: { ...newAccount, email } });
  const { uid } = (await (await page.request.get(apiPaths.session)).json()) as { uid: string };
  return uid;
}
