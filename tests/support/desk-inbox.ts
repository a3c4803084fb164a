import type { Page } from "playwright-core";
import type { StaffRole } from "../../src/platform/contract/desk/roles.ts";
import type { OpenPage } from "./browser.ts";
import { submitForm } from "./cases.ts";
import type { TestServer } from "./server.ts";
import { type SignedInStaff, signInStaff } from "./staff.ts";

/** Adds a staff member to a running site, replacing the one that the test's first attempt added. */
export async function addColleague(
  { app, database }: TestServer,
  name: string,
  role: StaffRole = "agent",
): Promise<SignedInStaff> {
  await database.write((trx) =>
    trx
      .updateTable("staff")
      .set(({ ref }) => ({ email_key: ref("id"), disabled_at: Date.now() }))
      .where("name", "=", name)
      .execute(),
  );
  return signInStaff({ app, database, clock: { now: Date.now() } }, [role], name);
}

/** Sends a message with the contact form and waits until it is a case. @returns its reference */
export async function sendMessage(
  site: TestServer,
  name: string,
  message: string,
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const reference = await submitForm(site, { name, email, phone: "", message });
  const find = () =>
    site.database.db
      .selectFrom("cases")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirst();
  while (!(await find())) await new Promise((resolve) => setTimeout(resolve, 50));
  return reference;
}

/** Opens the inbox as a staff member and waits for its list. */
export async function openInbox(
  openPage: OpenPage,
  colleague: SignedInStaff,
  address = "/desk/inbox",
  choices: Parameters<OpenPage>[1] = { width: 1440 },
): Promise<Page> {
  const page = await openPage(address, { ...choices, cookie: colleague.cookie });
  await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });
  return page;
}

export function rowOf(page: Page, reference: string) {
  return page.locator(`a[data-reference="${reference}"]`);
}

/** Shows or hides the form's answers, tags and history of a record. */
export async function toggleDetails(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Details", exact: true }).click();
}

/** Presses a button of the record's menu. */
export async function pressInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Opens the note form. @returns its field */
export async function openNote(page: Page) {
  await page.getByRole("button", { name: "Note for the team" }).click();
  return page.getByLabel(/^Note/);
}

/** Pauses the ten-second undo window of replies. */
export async function holdSending(page: Page, { database }: TestServer): Promise<void> {
  const sending = page.getByText(/^Sending in \d+ s$/);
  await sending.waitFor();
  const later = { send_at: Date.now() + 300_000 };
  await database.write((trx) => trx.updateTable("conversation_replies").set(later).execute());
  await page.reload();
  await sending.waitFor();
}

/** Ends the ten-second undo window of replies. */
export async function sendNow(page: Page, { database }: TestServer): Promise<void> {
  await page.getByText(/^Sending in \d+ s$/).waitFor();
  await database.write((trx) =>
    trx.updateTable("conversation_replies").set({ send_at: 1 }).execute(),
  );
  await page.getByText("On its way").waitFor();
}
