import { useLocation } from "react-router";
import { type Path, paths } from "../../contract/paths.ts";
import { AppLink } from "../app-link.tsx";
import { PhoneLinks } from "../layout/phone-links.tsx";
import { PageMeta } from "../page-meta.tsx";
import { doorCreate, doorLogin } from "../pictures/forms.ts";
import { ButtonRow, buttonClass } from "../ui/button.tsx";
import { DoorScreen } from "./door-screen.tsx";

interface Opening {
  readonly heading: string;
  readonly text: string;
  readonly field?: "sage" | "blue";
}

const notOpen = "This part of the website is not open yet.";

/** What each door says until its room is built. */
const openings: Partial<Record<Path, Opening>> = {
  [paths.settings]: {
    heading: "Settings",
    text: `${notOpen} Your settings are in the app. You find your support ID there, on the About page.`,
  },
};

export default function OpeningPage() {
  const path = useLocation().pathname as Path;
  const opening = openings[path];
  if (!opening) return null;
  const { heading, text, field } = opening;
  return (
    <DoorScreen
      heading={heading}
      picture={path === paths.createAccount ? doorCreate : doorLogin}
      {...(field && { field })}
    >
      <PageMeta path={path} title={heading} description={text} noIndex />
      <p className="lead">{text}</p>
      <PhoneLinks />
      <ButtonRow>
        <AppLink to={paths.support} className={buttonClass()}>
          Get support
        </AppLink>
        <AppLink to={paths.platform} className={buttonClass("ghost")}>
          See the apps
        </AppLink>
      </ButtonRow>
    </DoorScreen>
  );
}
