import { articleSlugs } from "../../src/features/help/contract/articles.ts";

/** Preview picture for shared links, 1200 x 630 pixels. */
export interface SharePicture {
  /** File name below /og/, as the page's `PageMeta` gives it. */
  readonly name: string;
  /** File of src/platform/site/pictures, without its extension. */
  readonly drawing: string;
  /** The part of the drawing to show, as a viewBox; the whole drawing by default. */
  readonly view?: string;
}

export const sharePictures: readonly SharePicture[] = [
  { name: "home", drawing: "house-day-still", view: "-57 0 1714 900" },
  { name: "families", drawing: "two-homes", view: "140 -330 1400 735" },
  { name: "caregivers", drawing: "room-you" },
  { name: "providers", drawing: "street", view: "520 -20 1295 680" },
  { name: "platform", drawing: "three-homes", view: "0 -150 1600 840" },
  { name: "care-plus", drawing: "porch", view: "0 60 1600 840" },
  { name: "pro", drawing: "window-marcus" },
  { name: "investors", drawing: "storey-map" },
  { name: "press", drawing: "night-street", view: "0 -150 1600 840" },
  { name: "contact", drawing: "mailbox", view: "-200 262 960 504" },
  { name: "support", drawing: "support-call" },
  { name: "call-me", drawing: "support-call" },
  { name: "request-feature", drawing: "feature-study" },
  { name: "feedback", drawing: "feedback-living" },
  { name: "datarequest", drawing: "data-vault" },
  { name: "your-privacy", drawing: "data-vault" },
  { name: "cancel", drawing: "door-ajar" },
  { name: "terms-conditions", drawing: "hub-papers" },
  { name: "privacy", drawing: "privacy", view: "1336 368 88 46.2" },
  { name: "end-user-license-agreement", drawing: "step-asks" },
  { name: "success", drawing: "door-open" },
  { name: "reauth", drawing: "door-ajar" },
  { name: "login", drawing: "door-login" },
  { name: "create-account", drawing: "door-create" },
  { name: "caregiver-login", drawing: "step-passes" },
  { name: "provider-login", drawing: "step-delivers" },
  { name: "work-care", drawing: "caregiver-rests" },
  { name: "work-pro", drawing: "door-knock" },
  { name: "newsletter", drawing: "step-knows" },
  { name: "help", drawing: "bulb" },
  { name: "accessibility", drawing: "community" },
  ...articleSlugs.map((slug) => ({ name: `help-${slug}`, drawing: "bulb" })),
];
