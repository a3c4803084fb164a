import { authEndpoints } from "./auth.ts";
import { pathOf } from "./define-endpoint.ts";
import { paymentEndpoints, paymentLinkPath, stripeWebhook } from "./payments.ts";
import { profileEndpoints } from "./profile.ts";
import { settingsEndpoints } from "./settings.ts";

/** Addresses by name, for whoever needs no more of an endpoint than where it is. */
export const endpoints = {
  createAccount: pathOf(authEndpoints.createAccount),
  login: pathOf(authEndpoints.login),
  loginCode: pathOf(authEndpoints.loginCode),
  passkeyLogin: pathOf(authEndpoints.passkeyLogin),
  logout: pathOf(authEndpoints.logout),
  session: pathOf(authEndpoints.session),
  forgotPassword: pathOf(authEndpoints.forgotPassword),
  resetPassword: pathOf(authEndpoints.resetPassword),
  confirmEmail: pathOf(authEndpoints.confirmEmail),
  confirmByPassword: pathOf(authEndpoints.confirmByPassword),
  notMyAccount: pathOf(authEndpoints.notMyAccount),
  profile: pathOf(profileEndpoints.read),
  picture: pathOf(profileEndpoints.savePicture),
  requests: pathOf(profileEndpoints.requests),
  requestsCsv: pathOf(profileEndpoints.requestsCsv),
  createStripeAccount: pathOf(paymentEndpoints.createAccount),
  confirmStripeAccount: pathOf(paymentEndpoints.confirmAccount),
  paymentLink: paymentLinkPath,
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
