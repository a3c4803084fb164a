import { facts } from "../../../platform/contract/facts.ts";
import { callBackForm } from "../../messages/contract/forms/call-back.ts";
import { cancellationForm } from "../../messages/contract/forms/cancellation.ts";
import { contactForm } from "../../messages/contract/forms/contact.ts";
import { featureForm } from "../../messages/contract/forms/feature.ts";
import { feedbackForm } from "../../messages/contract/forms/feedback.ts";
import { investorForm } from "../../messages/contract/forms/investor.ts";
import { supportForm } from "../../messages/contract/forms/support.ts";
import { newsletter } from "../../newsletter/contract/newsletter.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import { waitlistForm } from "../../recruiting/contract/waitlist-form.ts";
import type { Collection } from "./collection-table.tsx";
import { contactCollections } from "./contact-collections.ts";
import { privacyRequestCollections } from "./privacy-request-collections.ts";

const { attributionDays } = facts.application;
const {
  sessionDays,
  deviceCookieDays,
  resetLinkMinutes,
  draftDays,
  draftFileHours,
  continueLinkDays,
  emailDays,
  mergeUndoDays,
  helperDays,
} = facts.keep;

const untilAsked = "Until you ask us to delete it.";
const withAccount = "As long as you have an account.";
const support = "Our support staff.";
const recruiting = "Our staff who read applications.";

export const formCollections: readonly Collection[] = [
  {
    name: "Support requests",
    record: supportForm.collection,
    holds:
      "Your first and last name, email, app, support ID, how you want us to answer, and what you wrote.",
    why: "To find your account in the app and help you.",
    keeps: untilAsked,
    seenBy: support,
  },
  {
    name: "Contact messages",
    record: contactForm.collection,
    holds: "Your name, your email, your phone number if you gave one, and your message.",
    why: "To answer you.",
    keeps: untilAsked,
    seenBy: support,
  },
  {
    name: "Feature requests",
    record: featureForm.collection,
    holds:
      "Your first and last name, app, email, your phone number if you gave one, and your idea.",
    why: "To make the apps better, and to ask you if an idea is not clear.",
    keeps: untilAsked,
    seenBy: "Our support staff and the people who build the apps.",
  },
  {
    name: "Feedback",
    record: feedbackForm.collection,
    holds:
      "Your first and last name, email, your phone number if you gave one, the app, and what you think of it.",
    why: "To learn what works and what does not.",
    keeps: untilAsked,
    seenBy: "Our support staff and the people who build the apps.",
  },
  {
    name: "Investor requests",
    record: investorForm.collection,
    holds:
      "Your first and last name, email, how to reach you, and your phone number if you gave one. The amount and share you have in mind, and your notes.",
    why: "To talk with you about an investment.",
    keeps: untilAsked,
    seenBy: "The people who lead the company.",
  },
  ...contactCollections,
  {
    name: "Call-back requests",
    record: callBackForm.collection,
    holds:
      "Your name, phone number and best time to call. What it is about and your email if you gave them. When we tried to call you.",
    why: "To call you back.",
    keeps: untilAsked,
    seenBy: support,
  },
  {
    name: "Cancellations",
    record: cancellationForm.collection,
    holds: "Your name, email and plan, and why you canceled if you told us.",
    why: "To end your plan and to stop its payments.",
    keeps: untilAsked,
    seenBy: support,
  },
  {
    name: "Data deletion requests",
    record: dataDeletionForm.collection,
    holds: "Your name, app, email, phone number if you gave one, and support ID.",
    why: "To find your data, delete it, and tell you when it is done.",
    keeps: "We keep the request itself as proof of what you asked and what we did.",
    seenBy: "Our privacy and support staff.",
  },
  ...privacyRequestCollections,
  {
    name: "Newsletter sign-ups",
    record: newsletter.collection,
    holds:
      "Your email, the time, and the place on the site where you signed up. How long the form was open, that JavaScript ran, and the browser you used.",
    why: "To send you the newsletter, to show that you asked for it, and to keep out spam.",
    keeps:
      "Your address gets no more newsletters once you unsubscribe. Each sign-up has its own record. The records stay until you ask us to delete them.",
    seenBy: "Our staff who send the newsletter.",
  },
];

export const accountCollections: readonly Collection[] = [
  {
    name: "Your profile",
    record: "Users",
    holds:
      "Your first and last name, email, phone number, city, state and ZIP code. Your street address if you gave one. A number for your account, and the day you joined.",
    why: "To run your account and to show you your own details.",
    keeps: `${withAccount} If we merge your two accounts, we keep the details and the login of the other one for ${mergeUndoDays} days. Until then we can undo it. Its email stays with your account.`,
    seenBy: "You and our support staff.",
  },
  {
    name: "Completed requests",
    record: "Users/CompletedRequests",
    holds:
      "What you ask for, when and where, and what you tell us about it. Who does it, when it is done, the price, and how it was.",
    why: "To find someone who helps you, and to show you your requests.",
    keeps: withAccount,
    seenBy: "You and our support staff.",
  },
  {
    name: "People who help you",
    holds:
      "The name and email of anyone you let help with your account, who they are to you, and what you let them do. What they looked at and did, with the time.",
    why: "So that someone you trust can help, and you see what they do.",
    keeps: `Until ${helperDays} days after the help has ended. What they did goes after ${helperDays} days. An invitation that no one answers goes after some weeks.`,
    seenBy: "You and our support staff. Your helper sees your first name and what you turned on.",
  },
  {
    name: "Pictures",
    record: "ProfilePicture",
    holds:
      "Your profile picture, if you add one. We take out hidden details such as the place where it was taken. Providers have a picture too.",
    why: "So that people know who they are dealing with.",
    keeps: "Until you change or remove it, or close your account.",
    seenBy:
      "You see your own picture. A provider’s picture is shown to the people whose requests that provider did.",
  },
  {
    name: "Payment profile",
    holds:
      "The number of your account with our card payment provider, Stripe. We do not get your card or bank number.",
    why: "To know that your payment profile is set up.",
    keeps: withAccount,
    seenBy: "You and our support staff. Stripe holds what you typed on its own pages.",
  },
  {
    name: "Log-in",
    holds:
      "Your password in a scrambled form that no one can read back. Passkeys and code settings if you use them. Failed tries.",
    why: "To let you in, and to keep others out.",
    keeps: `${withAccount} A link for a new password ends after ${resetLinkMinutes} minutes.`,
    seenBy: "No one reads it. Our system compares it when you log in.",
  },
  {
    name: "Sessions",
    holds: "A random code in a cookie, and on our side the devices on which you are logged in.",
    why: "So that you stay logged in, and can log a device out.",
    keeps: `Until you log out, or ${sessionDays} days after your last visit.`,
    seenBy: "You, in your settings.",
  },
  {
    name: "Browsers you logged in with",
    holds: "A second code in a cookie on your device. It does not let anyone in.",
    why: "So that you can still log in while someone else keeps trying your password.",
    keeps: `For ${deviceCookieDays} days after you last used your account there. A new password makes it worthless.`,
    seenBy: "No one. On our side there is only a count of tries.",
  },
  {
    name: "Support ID and choices",
    holds: "Your support ID, and the settings you choose, such as how we may contact you.",
    why: "To find your account when you ask for help, and to follow your choices.",
    keeps: withAccount,
    seenBy: "You and our support staff.",
  },
];

const applicationHolds =
  "Your name, how to reach you, where and when you want to work, and whether you may work. Your consent to terms and texts with its words and time. How you came to us, and when you finished each step. A résumé if you add one. Licenses, insurance and certificates that you add, with the day they end. The time of your interview, and how we scored your answers in it.";

export const applicationCollections: readonly Collection[] = [
  {
    name: "Caregiver applications",
    record: "CareApplications",
    holds: `${applicationHolds} The kinds of care you offer, and your experience.`,
    why: "To decide on your application and to tell you about it.",
    keeps: untilAsked,
    seenBy: recruiting,
  },
  {
    name: "Provider applications",
    record: "ProApplications",
    holds: `${applicationHolds} The services you offer, and facts about your vehicle if you drive.`,
    why: "To decide on your application and to tell you about it.",
    keeps: untilAsked,
    seenBy: recruiting,
  },
  {
    name: "Unsent drafts",
    holds: "The answers you have typed so far, before you send the application.",
    why: `So that nothing is lost. If you ask, we email you a link to continue. It works for ${continueLinkDays} days.`,
    keeps: `We delete a draft that was not sent after ${draftDays} days without a change. Its résumé goes after ${draftFileHours} hours without a change. You can delete it yourself at any time.`,
    seenBy: "You. Our staff can find it if you call and ask.",
  },
  {
    name: "Waiting list",
    record: waitlistForm.collection,
    holds: "Your name, email or phone number, ZIP code, the kind of work, and that you agreed.",
    why: "To tell you when applications open where you live.",
    keeps: untilAsked,
    seenBy: recruiting,
  },
  {
    name: "Visits to the pages on applying",
    holds:
      "A random code in a cookie, and on our side the ad or the website that brought you first and last. Of another website we keep its name only.",
    why: "To keep your answers together, and to learn which ads bring people.",
    keeps: `Until ${attributionDays} days after your last visit. With an application, as long as the application. A count of visits stays, which names no one.`,
    seenBy: recruiting,
  },
  {
    name: "Notes to job ad companies",
    holds:
      "The number of the ad click, what became of the application, when we told the company, and what it answered.",
    why: "To tell the company whose ad you used once, and not twice.",
    keeps: untilAsked,
    seenBy: "Our technical staff. The company gets the click’s number, the event and the time.",
  },
];

export const technicalCollections: readonly Collection[] = [
  {
    name: "Conversations",
    holds:
      "What you write to us after your first message, what we answer, and notes of our staff. Your emails from us carry a link that shows the conversation.",
    why: "To help you, and to know what was said before.",
    keeps: "As long as the record itself.",
    seenBy: support,
  },
  {
    name: "Notes on a record",
    holds:
      "A number, a reference for you to quote, the time, and whether it looks like spam or was sent twice.",
    why: "To find a record again, and to keep spam out of the way. We do not throw such a record away.",
    keeps: "As long as the record itself.",
    seenBy: "The staff who see the record.",
  },
  {
    name: "Spam limits",
    holds:
      "Up to two codes on each record of a form, made from your network address and your email. We do not store the network address itself.",
    why: "To count how often a form was sent from one place or by one sender.",
    keeps: "As long as the record itself.",
    seenBy: "No one reads them. Our system compares them.",
  },
  {
    name: "Reading settings",
    holds: "The text size, contrast and motion that you chose, in a cookie on your device.",
    why: "To show each page the way you like it.",
    keeps: "Until you change them or clear your cookies.",
    seenBy: "No one. The cookie holds no name and no number.",
  },
  {
    name: "Emails",
    holds: "Your email address and the text of each email that we send you.",
    why: "To send it, and to try again if that fails.",
    keeps: `Until it is sent. An email that could not be sent stays ${emailDays} days.`,
    seenBy: "Our technical staff and the email company that carries it.",
  },
  {
    name: "Server logs",
    holds: "The page or form that was called, the time, the result, and how long it took.",
    why: "To find faults. The logs hold no names, no addresses and none of your answers.",
    keeps: "As long as we need them to find faults.",
    seenBy: "Our technical staff.",
  },
];
