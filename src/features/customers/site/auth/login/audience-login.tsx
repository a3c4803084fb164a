import type { ReactNode } from "react";
import { type App, isInAStore } from "../../../../../platform/contract/app-stores.ts";
import type { Path } from "../../../../../platform/contract/paths.ts";
import { SplitPage } from "../../../../../platform/site/forms/split-page.tsx";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { buttonClass } from "../../../../../platform/site/ui/button.tsx";
import type { PictureFile } from "../../../../../platform/site/ui/picture-file.ts";
import { Ledger } from "../../../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, TwoColumns } from "../../../../../platform/site/ui/section.tsx";
import { StoreBadges } from "../../../../marketing/site/components/store-badges.tsx";
import styles from "../auth.module.css";

interface AudienceLoginProps {
  /** The sign-in form of this page, an island. */
  readonly login: ReactNode;
  readonly path: Path;
  readonly app: App;
  readonly surface: "sage" | "blue";
  readonly heading: string;
  readonly description: string;
  readonly picture: PictureFile;
  readonly crop?: "left";
  /** Name of the picture to share in /og/. */
  readonly share: string;
  readonly lead: ReactNode;
  readonly work: {
    readonly title: string;
    readonly items: readonly { readonly term: string; readonly text: string }[];
  };
  readonly join: {
    readonly title: string;
    readonly lead: string;
    readonly label: string;
    readonly path: Path;
  };
}

export function AudienceLogin(props: AudienceLoginProps) {
  const {
    login,
    path,
    app,
    surface,
    heading,
    description,
    picture,
    crop,
    share,
    lead,
    work,
    join,
  } = props;
  return (
    <>
      <SplitPage
        path={path}
        heading={heading}
        title={heading}
        description={description}
        surface={surface}
        picture={picture}
        {...(crop && { crop })}
        share={share}
        noIndex
      >
        <div className={styles.about}>{lead}</div>
        {login}
      </SplitPage>
      <Section surface={surface === "sage" ? "sage2" : "blue2"}>
        <SectionHead title={work.title} />
        <Ledger items={work.items} />
      </Section>
      <Section>
        <TwoColumns align="end">
          <SectionHead title={join.title} lead={join.lead} />
          <p>
            <AppLink to={join.path} className={buttonClass()}>
              {join.label}
            </AppLink>
          </p>
        </TwoColumns>
      </Section>
      <Section surface="night">
        <TwoColumns align="end">
          <div className={styles.app}>
            <h2>Download the {app.name} app</h2>
            <p className="lead">
              {isInAStore(app) ? "Your work is in the app." : "The app is coming soon."} Questions?
              Call or text us.
            </p>
            <PhoneLinks />
          </div>
          <StoreBadges app={app} apply={join.path} />
        </TwoColumns>
      </Section>
    </>
  );
}
