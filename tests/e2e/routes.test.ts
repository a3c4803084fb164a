import { expect, test as plainTest } from "vitest";
import { brand } from "../../src/brand.ts";
import { test } from "../support/browser.ts";
import { pageAddresses, unknownAddress } from "../support/site-pages.ts";

/** The specified paths and those of the application pages. */
const { slug } = brand;
const registered = [
  "/ /families /caregivers /providers /platform /datarequest /success /terms-conditions",
  "/privacy /end-user-license-agreement /reauth /investors /care-plus /press /support /contact",
  `/request-feature /feedback /${slug}-pro /portal/login /portal/create-account /portal/profile`,
  `/portal/edit-profile /portal/settings /${slug}Caregiver/login /${slug}Provider/login`,
  ...["/careportal", "/proportal"].map((portal) =>
    ["complete", "get-started", "intake", "talroo-complete", "talroo-intake"]
      .map((page) => `${portal}/${page}`)
      .join(" "),
  ),
].flatMap((line) => line.split(" "));

interface Head {
  readonly status: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly canonical: string | undefined;
  readonly mainHeadings: number;
}

async function readHead(origin: string, address: string): Promise<Head> {
  const response = await fetch(origin + address);
  const html = await response.text();
  return {
    status: response.status,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "",
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    mainHeadings: html.match(/<h1[ >]/g)?.length ?? 0,
  };
}

plainTest("every registered address is a page of the site", () => {
  expect(registered.filter((address) => !pageAddresses.includes(address))).toEqual([]);
});

test("every page has a unique title, description and canonical link, and one h1", async ({
  site,
}) => {
  const heads = await Promise.all(
    pageAddresses.map(async (address) => ({ address, ...(await readHead(site.origin, address)) })),
  );
  for (const { address, ...head } of heads) {
    expect(head, address).toMatchObject({ status: 200, mainHeadings: 1 });
    expect(head.canonical, address).toBe(site.origin + address);
    expect(head.title, address).toMatch(new RegExp(`\\S - ${brand.name}$`));
    expect(head.description?.length ?? 0, `description of ${address}`).toBeGreaterThan(20);
  }
  expect(findRepeated(heads.map((head) => head.title))).toEqual([]);
  expect(findRepeated(heads.map((head) => head.description ?? ""))).toEqual([]);
});

test("an unknown URL responds 404 with the default screen", async ({ site, openPage }) => {
  const head = await readHead(site.origin, unknownAddress);
  expect(head).toMatchObject({ status: 404, mainHeadings: 1, canonical: undefined });
  const page = await openPage(unknownAddress, { expects: [/404/] });
  expect(await page.title()).toBe(`Unexpected Application Error! - ${brand.name}`);
  const heading = page.getByRole("heading", { level: 1 });
  expect(await heading.textContent()).toBe("This page isn’t here");
  await page
    .getByRole("heading", { level: 2, name: "Unexpected Application Error!", exact: true })
    .waitFor();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.waitForURL(`${site.origin}/`);
});

function findRepeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
