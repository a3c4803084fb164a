import { useLocation } from "react-router";
import { type Path, paths } from "../../contract/paths.ts";
import { AppLink } from "../app-link.tsx";
import { PhoneLinks } from "../layout/phone-links.tsx";
import { PageMeta } from "../page-meta.tsx";
import { ButtonRow, buttonClass } from "../ui/button.tsx";
import styles from "./opening.module.css";

const caregivers = { who: "caregiver", more: paths.caregivers, field: styles.sage } as const;
const providers = { who: "provider", more: paths.providers, field: styles.blue } as const;

/** What each page of the two ways in says until the application is built. */
const openings = {
  [paths.careGetStarted]: { ...caregivers, heading: "Work as a Caregiver" },
  [paths.careIntake]: { ...caregivers, heading: "Caregiver Application" },
  [paths.careComplete]: { ...caregivers, heading: "Looking for Your Caregiver Application?" },
  [paths.careTalrooIntake]: { ...caregivers, heading: "Apply as a Caregiver" },
  [paths.careTalrooComplete]: { ...caregivers, heading: "Your Caregiver Application" },
  [paths.proGetStarted]: { ...providers, heading: "Work as a Provider" },
  [paths.proIntake]: { ...providers, heading: "Provider Application" },
  [paths.proComplete]: { ...providers, heading: "Looking for Your Provider Application?" },
  [paths.proTalrooIntake]: { ...providers, heading: "Apply as a Provider" },
  [paths.proTalrooComplete]: { ...providers, heading: "Your Provider Application" },
};

export default function OpeningPage() {
  const path = useLocation().pathname as Path;
  const opening = openings[path as keyof typeof openings];
  if (!opening) return null;
  const { heading, who, more, field } = opening;
  const text = `Applying on this website is not open yet. Call or text us to apply as a ${who} today.`;
  const description = `${heading}${heading.endsWith("?") ? "" : "."} ${text}`;
  return (
    <section className={`${styles.screen} ${field}`}>
      <PageMeta path={path} title={heading} description={description} noIndex />
      <div className="wrap">
        <h1>{heading}</h1>
        <p className="lead">{text}</p>
        <PhoneLinks />
        <ButtonRow>
          <AppLink to={more} className={buttonClass()}>
            {who === "caregiver" ? "What caregivers get" : "What providers get"}
          </AppLink>
          <AppLink to={paths.contact} className={buttonClass("ghost")}>
            Write to us
          </AppLink>
        </ButtonRow>
      </div>
    </section>
  );
}
