import { stillMedia } from "../../contract/still-media.ts";
import { isChosen } from "./display-preferences.ts";

/** Lets the still twins of moving pictures stand in for them, or no longer. */
export function stillPictures(): void {
  const isStill = isChosen("motion", "still");
  const [from, to] = isStill
    ? [stillMedia.device, stillMedia.always]
    : [stillMedia.always, stillMedia.device];
  for (const source of document.querySelectorAll("source")) {
    source.media = source.media.replace(from, to);
  }
}

/** Does so whenever the reader changes the settings. */
export function watchMotion(): void {
  stillPictures();
  const watcher = new MutationObserver(stillPictures);
  watcher.observe(document.documentElement, { attributeFilter: ["class"] });
}
