import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { ProfileResponse } from "../../src/features/customers/contract/profile.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, type OpenPage, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { createUser, type TestUser } from "../support/test-user.ts";

const saveFailed = "Error saving changes. Please try again.";
const unsaved = "New photo chosen. It is not saved yet.";

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function paint(width: number, height: number, background = "#175490") {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function jpeg(width = 600, height = 400): Promise<Upload> {
  return {
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: await paint(width, height).jpeg().toBuffer(),
  };
}

async function openForm(
  openPage: OpenPage,
  { cookie }: TestUser,
  choices: Parameters<OpenPage>[1] = {},
) {
  const page = await openPage(paths.editProfile, { cookie, ...choices });
  await page.getByLabel("City", { exact: true }).waitFor();
  return page;
}

const control = (page: Page) => page.getByLabel(/^(Choose|Change) photo$/);
const save = (page: Page) => page.getByRole("button", { name: "Save Changes", exact: true });

async function choose(page: Page, upload: Upload) {
  await control(page).setInputFiles(upload);
  const dialog = page.getByRole("dialog", { name: "Image Selected" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "OK", exact: true }).click();
  await untilDialogClosed(page);
}

async function storedPicture(ruth: TestUser): Promise<string | null> {
  const profile = (await (await ruth.request("GET", apiPaths.profile)).json()) as ProfileResponse;
  return profile.picture;
}

describe("a photo", () => {
  test("is chosen, previewed, announced and saved only with the changes", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth);
    await control(page).setInputFiles(await jpeg());
    const dialog = page.getByRole("dialog", { name: "Image Selected" });
    await dialog.getByText("Click Save Changes to upload your new picture.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("status").filter({ hasText: unsaved }).waitFor();
    await page.getByRole("img", { name: "The photo you chose" }).waitFor();
    expect(await storedPicture(ruth)).toBeNull();

    await save(page).click();
    await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
    expect(await storedPicture(ruth)).toContain("/api/pictures/");
    await page.getByRole("button", { name: "Back to my profile" }).click();
    const shown = page.locator("main img[src*='/api/pictures/']");
    await eventually(() => shown.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(512);
  });

  test("can be undone before saving", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth);
    await choose(page, await jpeg());
    // A link asks for confirmation; staying keeps the choice.
    await page.getByRole("contentinfo").getByRole("link", { name: "Press" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await untilDialogClosed(page);
    await page.getByText(unsaved).waitFor();
    await page.getByRole("img", { name: "The photo you chose" }).waitFor();
    await page.getByRole("button", { name: "Undo this change" }).click();
    await page.getByText(unsaved).waitFor({ state: "detached" });
    await save(page).click();
    await page.getByText("there is nothing to save").waitFor();
    expect(await storedPicture(ruth)).toBeNull();
  });

  test("can be removed with the next save", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { buffer } = await jpeg();
    await ruth.request(
      "PUT",
      apiPaths.picture,
      new Blob([new Uint8Array(buffer)], { type: "image/jpeg" }),
    );
    const page = await openForm(openPage, ruth);
    await page.getByRole("button", { name: "Remove photo" }).press("Enter");
    await page.getByText("Photo removed.").waitFor();
    expect(await focused(page)).toBe("BUTTON Undo this change");
    expect(await storedPicture(ruth)).not.toBeNull();
    await save(page).click();
    await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
    expect(await storedPicture(ruth)).toBeNull();
  });

  test("of many megabytes is downscaled before upload", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const noise = await sharp({
      create: {
        width: 2400,
        height: 1800,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(2 * 1024 * 1024);
    const page = await openForm(openPage, ruth);
    const sent: number[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.postDataBuffer()?.length ?? 0);
    });
    await choose(page, { name: "big.jpg", mimeType: "image/jpeg", buffer: noise });
    await save(page).click();
    await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
    expect(sent).toEqual([expect.any(Number)]);
    expect(sent[0]).toBeLessThan(noise.length / 3);
    expect(await storedPicture(ruth)).not.toBeNull();
  });

  test("remains chosen when saving fails, and is not sent again once saved", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { expects: [/ERR_FAILED/] });
    const puts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") puts.push(request.url());
    });
    await choose(page, await jpeg());
    await page.getByLabel("City", { exact: true }).fill("Denver");
    await page.route(`**${apiPaths.picture}`, (route) => route.abort("failed"));
    await save(page).click();
    const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
    await alert.getByRole("button", { name: "OK", exact: true }).click();
    await page.getByText(unsaved).waitFor();
    await page.getByRole("img", { name: "The photo you chose" }).waitFor();
    await page.unroute(`**${apiPaths.picture}`);

    await page.route(`**${apiPaths.profile}`, (route) => route.abort("failed"));
    await save(page).click();
    await alert.getByText("Your photo is saved.").waitFor();
    await alert.getByRole("button", { name: "OK", exact: true }).click();
    await page.unroute(`**${apiPaths.profile}`);
    await save(page).click();
    await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
    expect(puts).toHaveLength(2);
    expect(await storedPicture(ruth)).not.toBeNull();
  });
});

describe("a rejected picture", () => {
  const rejectedPictures: readonly [string, () => Promise<Upload>, string][] = [
    [
      "too large",
      async () => ({
        name: "huge.png",
        mimeType: "image/png",
        buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
      }),
      "The picture is larger than 10 MB.",
    ],
    [
      "of another kind",
      async () => ({
        name: "letter.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF"),
      }),
      "Send a picture as JPEG, PNG, WebP or AVIF.",
    ],
    [
      "broken inside",
      async () => ({
        name: "me.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from("not a picture"),
      }),
      "Send a picture as JPEG, PNG, WebP or AVIF.",
    ],
    [
      "in Apple's own format",
      async () => ({ name: "IMG_1.HEIC", mimeType: "", buffer: Buffer.from("ftypheic") }),
      "This picture is in Apple's HEIC format.",
    ],
  ];

  test.for(rejectedPictures)(
    "%s has its own message",
    async ([, make, words], { openPage, site }) => {
      const ruth = await createUser(site);
      const page = await openForm(openPage, ruth);
      await control(page).setInputFiles(await make());
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
      expect(await control(page).getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByText(unsaved).count()).toBe(0);
      await choose(page, await jpeg());
      expect(await page.getByRole("alert").filter({ hasText: words }).count()).toBe(0);
    },
  );

  test("keeps the other changes when the server rejects it", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { expects: [/415/] });
    await page.route(`**${apiPaths.picture}`, (route) =>
      route.fulfill({ status: 415, json: { code: "picture-unreadable", message: "" } }),
    );
    await choose(page, await jpeg());
    await page.getByLabel("City", { exact: true }).fill("Denver");
    await save(page).click();
    await page.getByRole("alert").filter({ hasText: "Send a picture as JPEG" }).waitFor();
    await eventually(() => control(page).evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    expect(await page.getByLabel("City", { exact: true }).inputValue()).toBe("Denver");
  });
});

test("the photo control is reachable by keyboard and has a name", async ({ openPage, site }) => {
  const page = await openForm(openPage, await createUser(site));
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Tab");
  expect(await control(page).evaluate((it) => it === document.activeElement)).toBe(true);
  const opened = page.waitForEvent("filechooser");
  // The listener must be set before the key press, or the native file dialog opens.
  await page.title();
  await page.keyboard.press("Enter");
  await (await opened).setFiles(await jpeg());
  await page.getByRole("dialog", { name: "Image Selected" }).waitFor();
  await eventually(() => focused(page)).toContain("Image Selected");
  await page.keyboard.press("Escape");
  await eventually(() => control(page).evaluate((it) => it === document.activeElement)).toBe(true);
});

test.for(stateSizes)("layout of the photo chooser, %o", async (size, { openPage, site }) => {
  const page = await openForm(openPage, await createUser(site), size);
  await control(page).setInputFiles(await jpeg());
  await page.getByRole("dialog", { name: "Image Selected" }).waitFor();
  expect(await checkPage(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText(unsaved).waitFor();
  expect(await checkPage(page)).toEqual([]);
  await control(page).setInputFiles({
    name: "IMG_1.HEIC",
    mimeType: "image/heic",
    buffer: await readFile("package.json"),
  });
  await page.getByRole("alert").filter({ hasText: "HEIC" }).waitFor();
  expect(await checkPage(page)).toEqual([]);
});
