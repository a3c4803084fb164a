import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { Picture } from "../../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../../platform/site/ui/picture-file.ts";
import { type Surface, surfaceClass } from "../../../../../platform/site/ui/surface.ts";
import styles from "./ask-card.module.css";

interface AskCardProps {
  readonly surface: Surface;
  /** Shown above the text; `tall` beside it in wide cards. */
  readonly picture: PictureFile;
  readonly tall: PictureFile;
}

export function AskCard({ surface, picture, tall }: AskCardProps) {
  return (
    <aside className={`${styles.card} ${surfaceClass(surface)}`}>
      <div className={styles.halves}>
        <div className={styles.picture}>
          <Picture file={picture} alt="" fill />
        </div>
        <div className={styles.tall}>
          <Picture file={tall} alt="" fill />
        </div>
        <div className={styles.words}>
          <h2>Stuck on a question?</h2>
          <p>Call, text or write to us. A person answers, and your place is kept.</p>
          <PhoneLinks />
          <AppLink to={paths.contact} className={buttonClass("ghost")}>
            Get in touch
          </AppLink>
        </div>
      </div>
    </aside>
  );
}
