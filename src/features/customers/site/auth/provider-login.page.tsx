import { brand } from "../../../../brand.ts";
import { nonMemberKeepsPercent } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { doorKnock } from "../../../../platform/site/pictures/rooms.ts";
import { Island } from "../../../../platform/site/runtime/island.tsx";
import { AudienceLogin } from "./login/audience-login.tsx";
import ProviderLoginIsland from "./login/provider.island.tsx";

const { provider } = brand.apps;

const work = [
  {
    term: "Your jobs",
    text: "Rides, tasks and deliveries in one app. You choose your jobs, and you may say no.",
  },
  {
    term: "Your pay",
    text: `You keep ${nonMemberKeepsPercent}% of a job, or all of it with ${brand.pro}. Payouts come the same day or the next.`,
  },
  { term: "Your rating", text: "Ratings are based on real work, with no random deactivation." },
  { term: "Your support", text: "A direct support line, with people in the US." },
] as const;

/** Sign-in page for providers. The same account signs in on all of our sign-in pages. */
export default function ProviderLoginPage() {
  return (
    <AudienceLogin
      login={
        <Island name="customers/site/auth/login/provider">
          <ProviderLoginIsland />
        </Island>
      }
      path={paths.providerLogin}
      app={provider}
      surface="blue"
      heading="Providers, log in here"
      description={`Log in as a provider. See what the ${provider.name} app does and how to join.`}
      picture={doorKnock}
      share="provider-login"
      lead={
        <>
          <p className="lead">
            This page is for gig workers and businesses who use {provider.name}.
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
        lead: "Tell us what you do and where.",
        label: "Apply as a provider",
        path: paths.proGetStarted,
      }}
    />
  );
}
