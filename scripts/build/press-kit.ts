import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { brand } from "../../src/brand.ts";
import { facts, formatPrice } from "../../src/platform/contract/facts.ts";
import { paths } from "../../src/platform/contract/paths.ts";

const pictures = path.resolve("src/platform/site/pictures");
const logoWidth = 1200;

/** Writes the press kit of /press: logo, picture of the house, and a fact sheet with current prices. */
export async function writePressKit(web: string): Promise<void> {
  const logo = readFileSync(path.resolve("scripts/images/logo.svg"));
  const house = readFileSync(path.join(pictures, "house-day-still.svg"));
  const files = {
    "logo.svg": new Uint8Array(logo),
    "logo.png": new Uint8Array(
      await sharp(logo, { density: 1200 }).resize(logoWidth).png().toBuffer(),
    ),
    "house.svg": new Uint8Array(house),
    "facts.txt": strToU8(factSheet()),
  };
  writeFileSync(path.join(web, paths.pressKit.slice(1)), zipSync(files, { mtime: "2026-01-01" }));
}

function factSheet(): string {
  const { carePlus, pro, commission } = facts;
  return [
    `${brand.name}: help for older adults who live at home.`,
    "",
    "Three apps:",
    `- ${brand.apps.main.name}, for older adults and their families: help by app, phone call or text.`,
    `- ${brand.apps.caregiver.name}, for family and professional caregivers.`,
    `- ${brand.apps.provider.name}, for gig workers and businesses.`,
    "",
    "Prices:",
    `- ${brand.carePlus}: ${formatPrice(carePlus.monthlyCents)} a month or ${formatPrice(carePlus.annualCents)} a year.`,
    `- ${brand.pro}: ${formatPrice(pro.monthlyCents)} a month or ${formatPrice(pro.annualCents)} a year. Members pay ${commission.memberPercent}% commission.`,
    `- Providers without a plan pay ${commission.nonMemberPercent}% of a completed job.`,
    "",
    `Press contact: ${brand.email.press}`,
    "",
  ].join("\n");
}
