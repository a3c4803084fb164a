import type { SyntheticEvent } from "react";
import styles from "./picture.module.css";
import type { PictureFile } from "./picture-file.ts";

interface PictureProps {
  readonly file: PictureFile;
  /** What the picture says, or "" when the words beside it say it already. */
  readonly alt: string;
  /** Shown instead on windows narrower than `narrowBelow` pixels (counted at 16 px text). */
  readonly narrow?: PictureFile;
  readonly narrowBelow?: number;
  /** Same drawing without motion, for readers who asked their system for less of it. */
  readonly still?: PictureFile;
  readonly narrowStill?: PictureFile;
  /** For the picture at the top of a page; all others load when they come near. */
  readonly eager?: boolean;
  /** Covers its positioned parent. */
  readonly fill?: boolean;
  /** As wide as its parent; with a max-height by class the drawing runs on at both sides. */
  readonly band?: boolean;
  readonly className?: string | undefined;
}

interface Choice {
  readonly file: PictureFile;
  readonly media: string;
}

/** A drawing as a cached file. Its space is reserved before it arrives, so nothing moves. */
export function Picture(props: PictureProps) {
  const { file, alt, eager, fill, band, className } = props;
  const classes = [fill && styles.fill, band && styles.band, className].filter(Boolean).join(" ");
  return (
    <picture className={styles.picture}>
      {choices(props).map(({ file: { src, width, height }, media }) => (
        <source key={media} media={media} srcSet={src} width={width} height={height} />
      ))}
      <img
        src={file.src}
        width={file.width}
        height={file.height}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        fetchPriority={eager ? "high" : undefined}
        className={classes || undefined}
        onError={markMissing}
      />
    </picture>
  );
}

/** Without a connection a drawing stays away: an empty place then, not the sign of a broken page. */
function markMissing({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  if (currentTarget.alt === "") currentTarget.dataset.lost = "";
}

/** Whether the reader switched motion off, here and not on the device. */
function isStill(): boolean {
  return typeof document !== "undefined" && document.documentElement.matches(".still");
}

/** The other files in the order a browser tries them. A style inside a file cannot see the
 * reader's wish for less motion in every browser, so the choice is made here. */
function choices({ narrow, narrowBelow, still, narrowStill }: PictureProps): Choice[] {
  const lessMotion = isStill() ? "(min-width: 0)" : "(prefers-reduced-motion: reduce)";
  const isNarrow = `(max-width: ${((narrowBelow ?? 0) - 0.16) / 16}rem)`;
  const list: Choice[] = [];
  if (narrowStill) list.push({ file: narrowStill, media: `${isNarrow} and ${lessMotion}` });
  if (narrow) list.push({ file: narrow, media: isNarrow });
  if (still) list.push({ file: still, media: lessMotion });
  return list;
}
