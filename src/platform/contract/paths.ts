import { brand } from "../../brand.ts";

/** Every page path of the site, for links, routes, sitemap and tests. */
export const paths = {
  home: "/",
  families: "/families",
  caregivers: "/caregivers",
  providers: "/providers",
  platform: "/platform",
  carePlus: "/care-plus",
  pro: `/${brand.slug}-pro`,
  investors: "/investors",
  press: "/press",
  contact: "/contact",
  support: "/support",
  callMe: "/call-me",
  /** Articles are below it: features/help/contract/articles.ts. */
  help: "/help",
  safety: "/help/safety",
  accessibility: "/accessibility",
  requestFeature: "/request-feature",
  feedback: "/feedback",
  privacyRequest: "/datarequest",
  /** Every right about data, the signal of the browser, cookies. */
  yourPrivacy: "/your-privacy",
  /** Ends a plan. */
  cancel: "/cancel",
  terms: "/terms-conditions",
  privacy: "/privacy",
  license: "/end-user-license-agreement",
  /** Display preferences, for browsers without scripts. */
  reading: "/reading",
  success: "/success",
  reauth: "/reauth",
  login: "/portal/login",
  createAccount: "/portal/create-account",
  profile: "/portal/profile",
  editProfile: "/portal/edit-profile",
  settings: "/portal/settings",
  /** Replaces the card payment provider's pages while no key is set. */
  paymentSandbox: "/portal/payment-sandbox",
  /** Shown in the payment window until the card payment provider's page loads. */
  paymentOpening: "/portal/payment-opening",
  /** Shown when a new link to the card payment provider could not be made. */
  paymentProblem: "/portal/payment-problem",
  /** One completed request with its receipt; `?id=` names it. */
  request: "/portal/request",
  /** Asking for help, and what a signed-in person asked for. */
  askForHelp: "/portal/ask-for-help",
  /** People who help the signed-in person. */
  helpers: "/portal/helpers",
  /** People whom the signed-in person helps; `?for=` names the help. */
  helping: "/portal/helping",
  forgotPassword: "/portal/forgot-password",
  /** Typed from a letter: a customer whom staff added chooses a password. */
  welcome: "/portal/welcome",
  /** Pages of emailed links; only their button consumes `?token=`. */
  resetPassword: "/portal/reset-password",
  confirmEmail: "/portal/confirm-email",
  caregiverLogin: `/${brand.slug}Caregiver/login`,
  providerLogin: `/${brand.slug}Provider/login`,
  careGetStarted: "/careportal/get-started",
  careIntake: "/careportal/intake",
  careComplete: "/careportal/complete",
  careTalrooIntake: "/careportal/talroo-intake",
  careTalrooComplete: "/careportal/talroo-complete",
  proGetStarted: "/proportal/get-started",
  proIntake: "/proportal/intake",
  proComplete: "/proportal/complete",
  proTalrooIntake: "/proportal/talroo-intake",
  proTalrooComplete: "/proportal/talroo-complete",
  /** Where the newsletter form posts when no script runs. */
  newsletter: "/newsletter",
  /** Reached by the personal link of a newsletter (RFC 8058). */
  unsubscribe: "/newsletter/unsubscribe",
  unsubscribed: "/newsletter/unsubscribed",
  /** Conversations; the token of a personal link follows. */
  messages: "/messages",
  /** Requests about data; the token of a personal link follows. */
  privacyRequestLink: "/your-data",
  apiDocs: "/api/docs",
  pressKit: "/press-kit.zip",
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** Pages whose path continues with the token of a personal link. */
export const tokenPages = [paths.messages, paths.privacyRequestLink] as const;

/** `FormState.step` of these pages: the link is not whole, since a mail program cut its end. */
export const linkSteps = { cut: "cut" } as const;

/** Where the settings change the password; password managers open it by a well-known path. */
export const passwordAnchor = "password";

/** Where apps log their users in (OpenID Connect); no page. */
export const identityPath = "/oauth";

/** A log-in that an app began, and that the login page continues. */
const appLogin = new RegExp(`^${identityPath}/interaction/[\\w-]{1,64}$`);

export function isAppLogin(path: string): boolean {
  return appLogin.test(path);
}
