import { Picture } from "../../../platform/site/ui/picture.tsx";
import type { Track } from "../contract/recruiting-endpoints.ts";
import { trackText } from "./track-text.ts";

interface TrackPictureProps {
  readonly track: Track;
  /** For pages with long text beside the picture. */
  readonly tall?: boolean;
}

/** Picture of a track that fills its half of the page. */
export function TrackPicture({ track, tall: isTall }: TrackPictureProps) {
  const { picture, tall } = trackText[track];
  if (!isTall) return <Picture file={picture} alt="" fill eager />;
  return <Picture file={tall} narrow={picture} narrowMedia="(--below-laptop)" alt="" fill eager />;
}
