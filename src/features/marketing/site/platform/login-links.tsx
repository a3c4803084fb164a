import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { Section, SectionHead, TwoColumns } from "../../../../platform/site/ui/section.tsx";
import { type Surface, surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./login-links.module.css";

interface AudienceLink {
  readonly surface: Surface;
  readonly name: string;
  readonly page: string;
  /** Second link: the audience's portal; for families the paid plan. */
  readonly also: { readonly name: string; readonly to: string };
}

const audiences: readonly AudienceLink[] = [
  {
    surface: "marigold",
    name: "Older Adults",
    page: paths.home,
    also: { name: "Log in to your portal", to: paths.login },
  },
  {
    surface: "rose",
    name: "Families",
    page: paths.families,
    also: { name: `See ${brand.carePlus} plans`, to: paths.carePlus },
  },
  {
    surface: "sage",
    name: "Caregivers",
    page: paths.caregivers,
    also: { name: "Caregiver log in", to: paths.caregiverLogin },
  },
  {
    surface: "blue",
    name: "Providers",
    page: paths.providers,
    also: { name: "Provider log in", to: paths.providerLogin },
  },
];

export function LoginLinks() {
  return (
    <Section surface="marigold2" id="audiences">
      <TwoColumns ratio="5-7">
        <SectionHead
          title="Log in or learn more."
          lead="Find the line that is for you, and go on from there."
        />
        <ul className={styles.panel}>
          {audiences.map(({ surface, name, page, also }) => (
            <li key={name} className={`${styles.plate} ${surfaceClass(surface)}`}>
              <AppLink to={page}>{name}</AppLink>
              <AppLink to={also.to}>{also.name}</AppLink>
            </li>
          ))}
        </ul>
      </TwoColumns>
    </Section>
  );
}
