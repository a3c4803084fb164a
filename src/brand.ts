/**
 * Everything a new owner would change: names, links, people to reach. Routes,
 * titles, copy and stored platform values all follow from this file.
 */

const name = "Tendwell";
/** The name in URLs: `/<slug>-pro`, `/<slug>Caregiver/login`. Lower-case letters only. */
const slug = "tendwell";

/** A store link, or null while the app is not in that store: the badge then says so. */
type StoreLink = string | null;

interface App {
  readonly name: string;
  readonly appStore: StoreLink;
  readonly googlePlay: StoreLink;
}

/** The apps for iPhones, by which they open links of the site and share its passkeys. */
interface IosApps {
  /** Team ID and bundle ID: "ABCDE12345.com.example.app". */
  readonly appIds: readonly string[];
  /** Paths that the apps open, with * for any text. */
  readonly paths: readonly string[];
  /** Number of the main app in the App Store, for the banner on top of pages. Null: no banner. */
  readonly storeId: string | null;
}

interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of its signing certificates, as pairs of hexadecimal digits with colons. */
  readonly fingerprints: readonly string[];
}

interface PhoneNumber {
  /** Digits in E.164 for `tel:` links. */
  readonly e164: string;
  readonly shown: string;
}

interface Article {
  readonly title: string;
  readonly source: string;
  readonly url: string;
}

interface Testimonial {
  readonly quote: string;
  readonly who: string;
}

const main: App = { name, appStore: null, googlePlay: null };
const caregiver: App = { name: `${name} Caregiver`, appStore: null, googlePlay: null };
const provider: App = { name: `${name} Provider`, appStore: null, googlePlay: null };

const articles: readonly Article[] = [
  {
    title: "Example: a new way to get a hand at home",
    source: "Example Weekly",
    url: "https://example.com/press/a-hand-at-home",
  },
  {
    title: "Example: gig workers who keep the whole fare",
    source: "Example Business Journal",
    url: "https://example.com/press/the-whole-fare",
  },
];

const testimonials: readonly Testimonial[] = [
  {
    quote: "I drive in the morning and fix shelves after lunch. One app, one payout.",
    who: "Example: Nadia, driver",
  },
  {
    quote: "I say no when I want to. Nothing happens to my rating.",
    who: "Example: Marcus, tasks",
  },
  {
    quote: "I called the support line. A person picked up and fixed it.",
    who: "Example: Luz, delivery",
  },
];

/** Jobs of the family in the pictures, with prices in US cents. They are examples, not offers. */
const exampleJobs = {
  ride: { what: "Ride to the eye clinic", cents: 1850 },
  shelves: { what: "Hang two shelves", cents: 6500 },
  groceries: { what: "Grocery delivery", cents: 2200 },
  dogWalk: { what: "Walk the dog", cents: 1500 },
  medicine: { what: "Pick up medicine", cents: 1200 },
} as const;

interface VisitExample {
  readonly what: string;
  /** In US cents. */
  readonly cents: number;
}

/** What a visit costs, on / and /platform, each marked as an example. Empty: not shown. */
const visitExamples: readonly VisitExample[] = [
  { what: "2 hours of help at home", cents: 7000 },
  exampleJobs.ride,
  exampleJobs.groceries,
];

export const brand = {
  name,
  slug,
  apps: {
    main,
    caregiver,
    provider,
    /** Null: no app opens links of the site, and its passkeys work only in browsers. */
    ios: null as IosApps | null,
    android: null as readonly AndroidApp[] | null,
  },
  carePlus: "Care+",
  pro: `${name} Pro`,
  /** Checkout of the Care+ plans. Null: the plan buttons link to the section on how to join. */
  carePlusCheckout: { monthly: null as string | null, annual: null as string | null },
  company: `${name}, Inc.`,
  phone: {
    /** Digits in E.164 for `tel:` and `sms:` links. */
    e164: "+13035550142",
    shown: "303-555-0142",
    hours: "Every day except holidays, 7 am to 9 pm Mountain Time",
  },
  /**
   * 24/7 phone line for Care+ members. Null: the pages list 24/7 support as part of the plan
   * without further details.
   */
  memberLine: { e164: "+13035550143", shown: "303-555-0143" } as PhoneNumber | null,
  answerTime: "one business day",
  /** Promised time until a human responds to an application for work. */
  applicationAnswerTime: "two business days",
  email: {
    support: `support@${slug}.example`,
    press: `press@${slug}.example`,
    privacy: `privacy@${slug}.example`,
    security: `security@${slug}.example`,
  },
  postalAddress: {
    street: "1600 Example Street, Suite 200",
    city: "Denver",
    state: "CO",
    zip: "80202",
  },
  social: {
    Facebook: `https://www.facebook.com/${slug}`,
    X: `https://x.com/${slug}`,
    Instagram: `https://www.instagram.com/${slug}`,
    YouTube: `https://www.youtube.com/@${slug}`,
    LinkedIn: `https://www.linkedin.com/company/${slug}`,
  },
  bookingUrl: `https://calendly.com/${slug}/demo`,
  exampleJobs,
  visitExamples,
  articles,
  testimonials,
  /** ZIP prefixes where applications are open. Null: everywhere. */
  openMarkets: null as readonly string[] | null,
} as const;

/**
 * When staff answer: days of the week (1 is Monday), full hours, and the company's time zone.
 * Separate from `brand`, so that no public page loads it.
 */
export const office = {
  timeZone: "America/Denver",
  days: [1, 2, 3, 4, 5] as readonly number[],
  opens: 8,
  closes: 17,
  /** The same as `brand.answerTime`, in business days. The desk's settings may be shorter. */
  answerDays: 1,
} as const;

/** When the phone is answered, in the office's time zone; `brand.phone.hours` says the same in words. */
export const phoneTimes = {
  days: [1, 2, 3, 4, 5, 6, 7] as readonly number[],
  opens: 7,
  closes: 21,
  /** Whether it is not answered on the office's holidays, which the desk's settings list. */
  closesOnHolidays: true,
} as const;
