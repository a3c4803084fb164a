import { brand } from "../../brand.ts";
import { paths } from "../../contract/paths.ts";
import { type Track, trackNames, tracks } from "../../contract/recruiting.ts";

/** What the pages of a track are called and coloured. */
export const trackWords: Readonly<
  Record<
    Track,
    {
      readonly who: string;
      readonly field: "sage" | "blue";
      readonly app: (typeof brand.apps)[keyof typeof brand.apps];
      readonly more: string;
    }
  >
> = {
  care: { who: "caregiver", field: "sage", app: brand.apps.caregiver, more: paths.caregivers },
  pro: { who: "provider", field: "blue", app: brand.apps.provider, more: paths.providers },
};

/** Which track a recruiting page belongs to, and whether it is the one that job ads lead to. */
export function trackOf(path: string): { track: Track; isFromAd: boolean } {
  const track =
    trackNames.find((name) => Object.values(tracks[name]).includes(path as never)) ?? "care";
  const { talrooIntake, talrooComplete } = tracks[track];
  return { track, isFromAd: path === talrooIntake || path === talrooComplete };
}
