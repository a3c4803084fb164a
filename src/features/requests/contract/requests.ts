/** States of a request. "proposed": the customer is asked to accept another time or price. */
export const requestStates = ["asked", "proposed", "booked", "done", "canceled"] as const;

export type RequestState = (typeof requestStates)[number];

/** What the desk calls them. */
export const requestStateNames: Readonly<Record<RequestState, string>> = {
  asked: "Asked",
  proposed: "Customer decides",
  booked: "In progress",
  done: "Completed",
  canceled: "Canceled",
};

/** Kinds of help that customers choose from, in this order; the label is the title. */
export const helpKinds = {
  ride: "Ride to an appointment",
  errands: "Groceries and errands",
  house: "Help around the house",
  meals: "Cooking and meals",
  technology: "Help with a phone or computer",
  company: "Company and a walk",
  other: "Something else",
} as const;

export type HelpKind = keyof typeof helpKinds;

export const helpKindNames = Object.keys(helpKinds) as HelpKind[];

/** Parts of a day that customers choose from, as full hours in their time zone. */
export const dayParts = {
  morning: { label: "Morning, 8 to noon", from: "08:00", until: "12:00" },
  afternoon: { label: "Afternoon, noon to 5", from: "12:00", until: "17:00" },
  evening: { label: "Evening, 5 to 8", from: "17:00", until: "20:00" },
} as const;

export type DayPart = keyof typeof dayParts;

export const dayPartNames = Object.keys(dayParts) as DayPart[];

/** Days of the week in the order of ISO 8601. */
export const weekDays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Who canceled a request. */
export const cancelers = { customer: "the customer", provider: "the provider", us: "us" } as const;

export type Canceler = keyof typeof cancelers;

/** Input limits in characters, and how much one customer may ask for. */
export const requestLimits = {
  title: 120,
  search: 200,
  text: 1000,
  reason: 300,
  name: 120,
  phone: 40,
  address: 200,
  /** Asks of one customer within 24 hours. */
  asksPerDay: 10,
  /** Asks of one customer that staff have not booked yet. */
  openAsks: 5,
  /** How far ahead a time may be, in days. */
  daysAhead: 366,
  /** Requests of a series, at most. */
  repeats: 60,
  maxCents: 100_000_000,
} as const;

/** Why a time needs a choice: the desk then asks which of the two. */
export const comesTwice =
  "This time comes twice, because the clocks are set back. Choose the first or the second.";
