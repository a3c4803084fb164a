import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { gardenBench } from "../../../../platform/site/pictures/rooms.ts";
import { Island } from "../../../../platform/site/runtime/island.tsx";
import { AudienceLogin } from "./login/audience-login.tsx";
import CaregiverLoginIsland from "./login/caregiver.island.tsx";

const { caregiver } = brand.apps;

const work = [
  { term: "Your week", text: "See your visits, set your hours and choose your assignments." },
  {
    term: "Your reports",
    text: "AI-generated session reports come as drafts. You check and sign.",
  },
  { term: "Your team", text: "Write to the family and the other caregivers in one place." },
  {
    term: "Your errands",
    text: "Pass shopping and rides on to a provider, and stay with your client.",
  },
] as const;

/** Sign-in page for caregivers. The same account signs in on all of our sign-in pages. */
export default function CaregiverLoginPage() {
  return (
    <AudienceLogin
      login={
        <Island name="customers/site/auth/login/caregiver">
          <CaregiverLoginIsland />
        </Island>
      }
      path={paths.caregiverLogin}
      app={caregiver}
      surface="sage"
      heading="Caregivers, log in here"
      description={`Log in as a caregiver. See what the ${caregiver.name} app does and how to join.`}
      picture={gardenBench}
      crop="left"
      share="caregiver-login"
      lead={
        <>
          <p className="lead">
            This page is for families and paid caregivers who use {caregiver.name}.
          </p>
          <p>
            Log in to see your account, your details and your payment profile. The same account
            works everywhere on {brand.name}.
          </p>
        </>
      }
      work={{ title: "What is in the app", items: work }}
      join={{
        title: "Would you like to work with us?",
        lead: "Tell us who you are and when you would like to work.",
        label: "Apply as a caregiver",
        path: paths.careGetStarted,
      }}
    />
  );
}
