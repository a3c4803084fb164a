import { authEndpoints } from "../../src/features/customers/contract/auth-endpoints.ts";
import { profileEndpoints } from "../../src/features/customers/contract/profile.ts";
import { settingsEndpoints } from "../../src/features/customers/contract/settings.ts";
import { paymentEndpoints, stripeWebhook } from "../../src/features/payments/contract/payments.ts";
import { recruitingEndpoints } from "../../src/features/recruiting/contract/intake-endpoints.ts";
import type { Track } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";

/** Paths of the portal's endpoints, for tests that send requests themselves. */
export const apiPaths = {
  createAccount: pathOf(authEndpoints.createAccount),
  login: pathOf(authEndpoints.login),
  loginCode: pathOf(authEndpoints.loginCode),
  passkeyLogin: pathOf(authEndpoints.passkeyLogin),
  logout: pathOf(authEndpoints.logout),
  session: pathOf(authEndpoints.session),
  forgotPassword: pathOf(authEndpoints.forgotPassword),
  resetPassword: pathOf(authEndpoints.resetPassword),
  welcome: pathOf(authEndpoints.welcome),
  confirmEmail: pathOf(authEndpoints.confirmEmail),
  confirmByPassword: pathOf(authEndpoints.confirmByPassword),
  notMyAccount: pathOf(authEndpoints.notMyAccount),
  profile: pathOf(profileEndpoints.read),
  picture: pathOf(profileEndpoints.savePicture),
  requests: pathOf(profileEndpoints.requests),
  requestsCsv: pathOf(profileEndpoints.requestsCsv),
  createStripeAccount: pathOf(paymentEndpoints.createAccount),
  confirmStripeAccount: pathOf(paymentEndpoints.confirmAccount),
  stripeWebhook: pathOf(stripeWebhook),
  settings: pathOf(settingsEndpoints.read),
  confirmIdentity: pathOf(settingsEndpoints.confirmIdentity),
  changePassword: pathOf(settingsEndpoints.changePassword),
  changeEmail: pathOf(settingsEndpoints.changeEmail),
  verifyEmail: pathOf(settingsEndpoints.verifyEmail),
  devices: pathOf(settingsEndpoints.removeDevices),
  passkeys: pathOf(settingsEndpoints.addPasskey),
  authenticator: pathOf(settingsEndpoints.startAuthenticator),
  recoveryCodes: pathOf(settingsEndpoints.recoveryCodes),
  contactPreferences: pathOf(settingsEndpoints.changeContact),
  myData: pathOf(settingsEndpoints.myData),
  deleteAccount: pathOf(settingsEndpoints.deleteAccount),
} as const;

export function recruitingPaths(track: Track) {
  const { saveDraft, emailLink, saveResume, submit, discard } = recruitingEndpoints(track);
  return {
    draft: pathOf(saveDraft),
    emailLink: pathOf(emailLink),
    resume: pathOf(saveResume),
    submit: pathOf(submit),
    discard: pathOf(discard),
  } as const;
}
