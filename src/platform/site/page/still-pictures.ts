import { stillMedia } from "../../contract/still-media.ts";
import { isChosen } from "./display-preferences.ts";

/** Swaps animated pictures and their still versions to match the motion preference. */
export function stillPictures(): void {
  const isStill = isChosen("motion", "still");
  const [from, to] = isStill
    ? [stillMedia.device, stillMedia.always]
    : [stillMedia.always, stillMedia.device];
  for (const source of document.querySelectorAll("source")) {
    source.media = source.media.replace(from, to);
  }
}

/** Applies the motion preference now and whenever it changes. */
export function watchMotion(): void {
  stillPictures();
  const watcher = new MutationObserver(stillPictures);
  watcher.observe(document.documentElement, { attributeFilter: ["class"] });
}
