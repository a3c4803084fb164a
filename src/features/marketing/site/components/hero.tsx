import type { ReactNode } from "react";
import { ButtonRow } from "../../../../platform/site/ui/button.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import { type Surface, surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./hero.module.css";

interface HeroText {
  /** Color of the sky; must match the picture file. */
  readonly sky: Surface;
  /** The page's h1. */
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** Links that look like buttons (`buttonClass`), the first one solid. */
  readonly buttons: ReactNode;
}

interface HeroProps extends HeroText {
  /** For long titles: smaller type over two thirds of the width. */
  readonly broad?: boolean;
  readonly wide: PictureFile;
  readonly tall: PictureFile;
  /** Which windows show `tall`; by default those where the text is above the scene. */
  readonly narrowMedia?: `(--below-${string})`;
  /** Still versions of both, for animated scenes. */
  readonly still?: PictureFile;
  readonly tallStill?: PictureFile;
  readonly alt: string;
}

export function Hero(props: HeroProps) {
  const { sky, broad, wide, tall, narrowMedia, still, tallStill, alt, ...text } = props;
  return (
    <div className={`${styles.hero} ${surfaceClass(sky)}`} data-broad={broad ? "" : undefined}>
      <div className={`${styles.copy} wrap`}>
        <TextBlock sky={sky} {...text} />
      </div>
      <Picture
        file={wide}
        narrow={tall}
        narrowMedia={narrowMedia ?? "(--below-laptop)"}
        {...(still && { still })}
        {...(tallStill && { narrowStill: tallStill })}
        alt={alt}
        eager
        className={styles.scene}
      />
    </div>
  );
}

interface SplitHeroProps extends HeroText {
  /** A `<Picture fill eager>` that covers the right half. */
  readonly picture: ReactNode;
}

export function SplitHero({ sky, picture, ...text }: SplitHeroProps) {
  return (
    <div className={`${styles.split} ${surfaceClass(sky)}`}>
      <div className={styles.splitCopy}>
        <TextBlock sky={sky} {...text} />
      </div>
      <div className={styles.room}>{picture}</div>
    </div>
  );
}

/** The text has its own background, so that its contrast does not depend on the picture behind it. */
function TextBlock({ sky, title, lead, buttons }: HeroText) {
  const ground = surfaceClass(sky);
  return (
    <div className={styles.words}>
      <h1 className={ground}>{title}</h1>
      <p className={`${ground} lead`}>{lead}</p>
      <div className={styles.buttons}>
        <ButtonRow>{buttons}</ButtonRow>
      </div>
    </div>
  );
}
