import { brand } from "../../../../brand.ts";

export const exampleDay = [
  { label: "7:30", time: "07:30", text: "A ride to the eye clinic. You say yes." },
  { label: "9:00", time: "09:00", text: "A sofa, three floors up. You say no. Nothing happens." },
  { label: "Noon", time: "12:00", text: "Lunch at home. The app is off." },
  { label: "4:10", time: "16:10", text: "Groceries for June, two streets away. You say yes." },
];

export const payouts = [
  {
    term: "Same-day or next-day",
    text: `Your payout comes the same day or the next day. ${brand.pro} members get it the same day.`,
  },
  { term: "Paid by card", text: "Customers pay by card, through a card payment provider." },
  { term: "Encrypted", text: "Payments are encrypted on the way." },
];

export const respect = [
  { term: "Your choice", text: "Take the jobs you want. You are free to decline the rest." },
  { term: "Fair ratings", text: "Ratings are based on real work, done by you." },
  { term: "A steady place", text: "No random deactivation. No one is switched off by chance." },
  { term: "Clear words", text: "In-app messages with the customer, all in one place." },
  { term: "One app", text: "Rideshare, task and delivery requests, side by side." },
];

export const start = [
  { label: "First", text: "Apply to work. Tell us what you do and where." },
  { label: "Next", text: "If we move forward: we run background checks and ID verification." },
  {
    label: "Then",
    text: "If your checks are clear: pick your first job. Say no to any job you do not want.",
  },
];
