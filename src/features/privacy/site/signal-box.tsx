import { paths } from "../../../platform/contract/paths.ts";
import { actName, type YourPrivacyState } from "../contract/your-privacy.ts";
import { nameDay, nameToday } from "./days.ts";
import { PrivacyIcon } from "./privacy-icon.tsx";
import styles from "./your-privacy.module.css";

/** What the browser asks for, and that we honor it. */
export function SignalBox({ state }: { readonly state: YourPrivacyState }) {
  const { signal, choice, isSignedIn, today } = state;
  if (!signal.isOn) {
    return (
      <div className={styles.signal}>
        <PrivacyIcon name="shield" />
        <p>
          <b>Your browser sends no signal.</b>{" "}
          {signal.keptSince !== null
            ? `Your account keeps the one that we got on ${nameDay(signal.keptSince)}, and we honor it.`
            : isOut(state)
              ? "You told us not to sell or share, and we honor it."
              : "You can say no below: “Do not sell or share my data”."}
        </p>
      </div>
    );
  }
  return (
    <div className={`${styles.signal} ${styles.on}`}>
      <PrivacyIcon name="shield" />
      <p>
        <b>Your browser asks us not to sell or share. We honor it.</b> It sent the signal “Global
        Privacy Control” today, {nameToday(today)}.{" "}
        {isSignedIn && signal.keptSince !== null
          ? `We keep it on your account since ${nameDay(signal.keptSince)}.`
          : "You do not need to do anything more in this browser."}
        {choice.onAccountSince === null ? "" : " You said the same on your account."}
      </p>
    </div>
  );
}

function isOut({ signal, choice }: YourPrivacyState): boolean {
  return (
    signal.isOn || signal.keptSince !== null || choice.isInBrowser || choice.onAccountSince !== null
  );
}

/** The switch that does what the signal does; a button, so that it works without scripts. */
export function OptOutSwitch({ state }: { readonly state: YourPrivacyState }) {
  const { signal } = state;
  const isOn = isOut(state);
  const name = "Do not sell or share my data";
  return (
    <form method="post" action={paths.yourPrivacy} className={styles.switch}>
      <span>
        <b id="opt-out-name">{name}</b>
        <span id="opt-out-why">{whyOf(state)}</span>
      </span>
      {signal.isOn ? (
        <span className={styles.state}>
          <span className={styles.knob} aria-hidden="true" />
          On
        </span>
      ) : (
        <button
          type="submit"
          role="switch"
          aria-checked={isOn}
          aria-labelledby="opt-out-name opt-out-state"
          aria-describedby="opt-out-why"
          name={actName}
          value={isOn ? "opt-in" : "opt-out"}
        >
          <span className={styles.knob} aria-hidden="true" />
          <span id="opt-out-state">{isOn ? "On" : "Off"}</span>
        </button>
      )}
    </form>
  );
}

function whyOf(state: YourPrivacyState): string {
  const { signal, choice, isSignedIn } = state;
  const onAccount = choice.onAccountSince ?? signal.keptSince;
  const account = onAccount === null ? "" : ` On your account since ${nameDay(onAccount)}.`;
  if (signal.isOn) return `On, because your browser asks for it.${account}`;
  if (account) return `On.${account}`;
  if (choice.isInBrowser) return "On, in this browser.";
  return isSignedIn
    ? "Off. Turn it on for this browser and your account."
    : "Off. Turn it on for this browser.";
}
