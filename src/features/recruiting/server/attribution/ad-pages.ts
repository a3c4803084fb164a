import type { Config } from "../../../../platform/server/config/config.ts";
import { adPageOf, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import { defaultSource } from "./conversion-settings.ts";

interface PageAlias {
  readonly page: string;
  readonly of: string;
}

interface AdPages {
  readonly intake: readonly string[];
  readonly complete: readonly string[];
  readonly aliases: readonly PageAlias[];
}

/**
 * Paths of a track's intake and completion pages: plain, for Talroo, and for each company with
 * pages in the settings.
 */
export function listPages(track: Track, { conversions }: Pick<Config, "conversions">): AdPages {
  const { intake, talrooIntake, complete, talrooComplete } = tracks[track];
  const companies = Object.entries(conversions.sources)
    .filter(([name, { pages }]) => pages && name !== defaultSource)
    .map(([name]) => name);
  const intakes = companies.map((name) => adPageOf(intake, name));
  const completes = companies.map((name) => adPageOf(complete, name));
  return {
    intake: [intake, talrooIntake, ...intakes],
    complete: [complete, talrooComplete, ...completes],
    aliases: [
      ...intakes.map((page) => ({ page, of: talrooIntake })),
      ...completes.map((page) => ({ page, of: talrooComplete })),
    ],
  };
}
