import type { CDPSession, Page } from "playwright-core";
import { paths } from "../../src/platform/contract/paths.ts";
import type { OpenPage } from "./browser.ts";
import type { TestServer } from "./server.ts";
import { createUser, type TestUser } from "./test-user.ts";

/** Expected errors of a page whose request is rejected. */
export const settingsRejections = [/^console error: Failed to load resource/, /^response 4\d\d: /];

/** Opens the settings of a new user with a confirmed address, and waits until they are loaded. */
export async function openSettings(
  openPage: OpenPage,
  site: TestServer,
  choices: Parameters<OpenPage>[1] & {
    readonly who?: TestUser;
    /** The email address is not confirmed yet. */
    readonly isUnconfirmed?: boolean;
  } = {},
): Promise<{ page: Page; who: TestUser }> {
  const { who = await createUser(site), isUnconfirmed = false, ...rest } = choices;
  if (!isUnconfirmed) await confirmEmail(site, who);
  // Otherwise the page checks report running animations.
  const page = await openPage(paths.settings, {
    reducedMotion: "reduce",
    ...rest,
    cookie: who.cookie,
  });
  await page.getByRole("heading", { name: "Support ID" }).waitFor();
  return { page, who };
}

/** Opens the section with passkeys and codes. */
export async function openMoreSecurity(page: Page): Promise<void> {
  await page.getByText("More security", { exact: true }).click();
}

/** Expires the last reauthentication of all people. */
export async function expireReauth({ database }: TestServer): Promise<void> {
  await database.write((trx) => trx.updateTable("sessions").set({ proved_at: 0 }).execute());
}

export async function confirmEmail({ database }: TestServer, { uid }: TestUser): Promise<void> {
  await database.write((trx) =>
    trx.updateTable("accounts").set({ email_verified_at: 1 }).where("uid", "=", uid).execute(),
  );
}

/** A virtual authenticator with user verification. */
export interface Device {
  /** Turns user verification on or off. */
  setFinger(isVerified: boolean): Promise<void>;
}

export async function addDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setFinger(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}
