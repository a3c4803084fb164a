import type { Track } from "../../contract/recruiting.ts";
import { appCaregiver } from "../pictures/rooms.ts";
import { Picture } from "../ui/picture.tsx";
import { trackWords } from "./track-words.ts";

/** Width in pixels (at 16 px text) from which the picture stands beside the words. */
const besideFrom = 1000;

interface TrackPictureProps {
  readonly track: Track;
  /** The words beside it are long, and the room with them. */
  readonly tall?: boolean;
}

/** Covers a track's half of the page, cropped so that nobody loses a head. */
export function TrackPicture({ track, tall }: TrackPictureProps) {
  const { picture, small } = trackWords[track];
  const isCare = track === "care";
  return (
    <Picture
      file={isCare && tall ? appCaregiver : picture}
      narrow={isCare ? picture : small}
      narrowBelow={besideFrom}
      alt=""
      fill
      eager
    />
  );
}
