import type { SyntheticEvent } from "react";
import styles from "./picture.module.css";
import type { PictureFile } from "./picture-file.ts";

interface PictureProps {
  readonly file: PictureFile;
  /** Alternative text, or "" when the text beside it says the same. */
  readonly alt: string;
  /** Shown instead in narrow windows. */
  readonly narrow?: PictureFile;
  /** Which windows are narrow: a name of breakpoints.css. */
  readonly narrowMedia?: `(--below-${string})`;
  /** Still version, for readers who prefer reduced motion. */
  readonly still?: PictureFile;
  readonly narrowStill?: PictureFile;
  /** For pictures at the top of a page; all others load lazily. */
  readonly eager?: boolean;
  readonly fill?: boolean;
  /** As wide as its parent; with a max-height by class the drawing continues at both sides. */
  readonly band?: boolean;
  readonly className?: string | undefined;
}

interface Choice {
  readonly file: PictureFile;
  readonly media: string;
}

/** A picture file with reserved space, so that loading it shifts nothing. */
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

/** Hides a decorative picture that failed to load instead of showing a broken image. */
function markMissing({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  if (currentTarget.alt === "") currentTarget.dataset.lost = "";
}

function isStill(): boolean {
  return typeof document !== "undefined" && document.documentElement.matches(".still");
}

/**
 * The alternative files in the order in which browsers try them. Not every browser evaluates
 * prefers-reduced-motion inside an SVG file, so the choice is made here.
 */
function choices({ narrow, narrowMedia, still, narrowStill }: PictureProps): Choice[] {
  const reducedMotion = isStill() ? "(min-width: 0)" : "(prefers-reduced-motion: reduce)";
  const list: Choice[] = [];
  if (narrowMedia && narrowStill) {
    list.push({ file: narrowStill, media: `${narrowMedia} and ${reducedMotion}` });
  }
  if (narrowMedia && narrow) list.push({ file: narrow, media: narrowMedia });
  if (still) list.push({ file: still, media: reducedMotion });
  return list;
}
