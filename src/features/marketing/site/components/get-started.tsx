import type { ReactNode } from "react";
import type { Path } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { ButtonRow, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { Slate } from "../../../../platform/site/ui/ruled-list.tsx";
import { SectionHead, Split } from "../../../../platform/site/ui/section.tsx";
import type { Surface } from "../../../../platform/site/ui/surface.ts";
import styles from "./get-started.module.css";

interface GetStartedProps {
  readonly title: string;
  readonly surface: Surface;
  readonly pictureSurface: Surface;
  readonly picture: ReactNode;
  /** Side of the picture; left by default. */
  readonly side?: "left" | "right";
  readonly steps: readonly { readonly label: string; readonly text: string }[];
  /** Address of the application's first question. */
  readonly apply: string;
  readonly login: { readonly label: string; readonly path: Path };
}

export function GetStarted(props: GetStartedProps) {
  const { title, surface, pictureSurface, picture, side = "left", steps, apply, login } = props;
  return (
    <Split
      surface={surface}
      id="get-started"
      side={side}
      pictureSurface={pictureSurface}
      picture={picture}
    >
      <SectionHead title={title} />
      <div className={styles.buttons}>
        <ButtonRow>
          <AppLink className={buttonClass()} to={apply}>
            Apply to Work
          </AppLink>
          <AppLink className={buttonClass("ghost")} to={login.path}>
            {login.label}
          </AppLink>
        </ButtonRow>
      </div>
      <Slate items={steps} ordered />
    </Split>
  );
}
