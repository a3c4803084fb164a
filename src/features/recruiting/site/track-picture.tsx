import { Picture } from "../../../platform/site/ui/picture.tsx";
import type { Track } from "../contract/recruiting-endpoints.ts";
import { trackText } from "./track-text.ts";

interface TrackPictureProps {
  readonly track: Track;
  readonly tall?: boolean;
}

export function TrackPicture({ track, tall: isTall }: TrackPictureProps) {
  const { picture, tall } = trackText[track];
  if (!isTall) return <Picture file={picture} alt="" fill eager />;
  return <Picture file={tall} narrow={picture} narrowMedia="(--below-laptop)" alt="" fill eager />;
}
