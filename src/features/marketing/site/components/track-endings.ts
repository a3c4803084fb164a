import {
  garageNight,
  garageNightTall,
  garden,
  gardenTall,
} from "../../../../platform/site/pictures/endings.ts";
import type { Track } from "../../../recruiting/contract/recruiting-endpoints.ts";
import type { Ending } from "./download.tsx";

export const trackEndings: Readonly<Record<Track, Ending>> = {
  care: {
    sky: "sage",
    wide: garden,
    tall: gardenTall,
    alt: "Two caregivers rest on a garden bench with a cup of coffee.",
  },
  pro: {
    sky: "night",
    wide: garageNight,
    tall: garageNightTall,
    alt: "A lit garage at night. A provider stands by his car with a phone in hand.",
  },
};
