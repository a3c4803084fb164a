import type { Track } from "../../../contract/endpoints/recruiting.ts";
import { Picture } from "../../ui/picture.tsx";
import { trackWords } from "./track-words.ts";

/** Width in pixels (at 16 px text) from which the picture is beside the text. */
const besideFrom = 1000;

interface TrackPictureProps {
  readonly track: Track;
  /** For pages with long text beside the picture. */
  readonly tall?: boolean;
}

/** Picture of a track that fills its half of the page. */
export function TrackPicture({ track, tall: isTall }: TrackPictureProps) {
  const { picture, tall } = trackWords[track];
  if (!isTall) return <Picture file={picture} alt="" fill eager />;
  return <Picture file={tall} narrow={picture} narrowBelow={besideFrom} alt="" fill eager />;
}
