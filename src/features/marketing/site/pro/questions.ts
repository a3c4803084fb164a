import type { Question } from "../components/faq.ts";

export const providerQuestions: readonly Question[] = [
  {
    title: "What work is there?",
    body: "Rideshare, task and delivery requests, all in one app. You can mix them as you like. Businesses can take requests too.",
  },
  {
    title: "How are people checked?",
    body: "Providers go through background checks and ID verification. That way a customer knows who rings the bell.",
  },
  {
    title: "Is my pay safe?",
    body: "Customers pay by card through a card payment provider. Payments are encrypted. Scam alerts warn you when a message looks like a trick.",
  },
  {
    title: "What do you do with my data?",
    body: "We use it to run the service. We do not sell it. Our systems follow SOC 2, and health details are handled to be HIPAA-compliant.",
  },
  {
    title: "What happens if I decline a job?",
    body: "Nothing. You choose jobs freely and are not penalized for saying no. Ratings are based on real work. There is no random deactivation.",
  },
];
