import type { ReactNode } from "react";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../../../platform/site/page/email-address.tsx";
import { buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { paymentSetupPath } from "../../../../payments/site/payment-anchor.ts";
import { PaymentNeeds } from "../../../../payments/site/payment-needs.tsx";
import type { ProfileResponse } from "../../../contract/profile.ts";
import { Avatar } from "../avatar.tsx";
import { Chip } from "../chip.tsx";
import { cityAndState, fullAddress, fullName } from "../customer.ts";
import { House } from "../house.tsx";
import { LogOut } from "../log-out.tsx";
import { PortalIcon } from "../portal-icon.tsx";
import styles from "./profile-card.module.css";

function monthAndYear(iso: string): string {
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" }).format(
    Date.parse(iso),
  );
}

export function ProfileCard({ profile }: { profile: ProfileResponse }) {
  const { user, memberSince, picture, loginEmail } = profile;
  const isComplete = user.stripeAccountId !== undefined;
  return (
    <House face={<Avatar picture={picture} name={fullName(user)} large />}>
      <div className={styles.person}>
        <h2 translate="no" dir="auto">
          {fullName(user)}
        </h2>
        <p translate="no">{cityAndState(user)}</p>
        <p>Member since {monthAndYear(memberSince)}</p>
      </div>
      <dl className={styles.details}>
        <Detail term="Address">{fullAddress(user)}</Detail>
        <Detail term="Phone">{user.phoneNumber}</Detail>
        <Detail term="Email">
          {user.emailAddress && <EmailAddress>{user.emailAddress}</EmailAddress>}
        </Detail>
        {loginEmail !== user.emailAddress && (
          <Detail term="You log in with">
            <EmailAddress>{loginEmail}</EmailAddress>
          </Detail>
        )}
        <div>
          <dt>Payment profile</dt>
          <dd>
            {isComplete ? (
              <Chip done>Complete</Chip>
            ) : (
              <AppLink to={paymentSetupPath} className={styles.setUp}>
                <Chip done={false}>Incomplete</Chip>
                <span>Set up</span>
              </AppLink>
            )}
          </dd>
          {profile.paymentNeeds.length > 0 && (
            <dd className={styles.needs}>
              <PaymentNeeds needs={profile.paymentNeeds} />
            </dd>
          )}
        </div>
      </dl>
      <div className={styles.actions}>
        <AppLink to={paths.editProfile} className={buttonClass()}>
          Edit Profile
        </AppLink>
        <AppLink to={paths.settings} className={buttonClass("ghost")}>
          <PortalIcon name="settings" />
          Settings
        </AppLink>
        <LogOut />
      </div>
    </House>
  );
}

/** Text as the person entered it; excluded from browser translation. */
function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      {children ? <dd translate="no">{children}</dd> : <dd>Not given</dd>}
    </div>
  );
}
