import { brand } from "../../../../brand.ts";
import { facts, nonMemberKeepsPercent } from "../../../../platform/contract/facts.ts";
import type { Question } from "../components/faq.ts";

const { main, caregiver, provider } = brand.apps;

export const platformQuestions: readonly Question[] = [
  {
    title: "Do I need a smartphone?",
    body: "No. You can ask for help by app, by phone call or by text. A plain phone at home is enough.",
  },
  {
    title: "Do I need all three apps?",
    body: `No. Each person needs one. Older adults and their families use ${main.name}. Caregivers use ${caregiver.name}. Gig workers and businesses use ${provider.name}. The three apps talk to each other.`,
  },
  {
    title: "Who comes to the door?",
    body: "Vetted providers and caregivers. They go through background checks and ID verification.",
  },
  {
    title: "What is in the Hub, and who can look inside?",
    body: "Shared tasks, appointments, updates, and a secure vault for documents and passwords. The older adult controls who sees what. You can share a visit with one person and keep a paper private.",
  },
  {
    title: `What is ${brand.carePlus}?`,
    body: `${brand.carePlus} is a paid plan for older adults. It adds 24/7 support, and you can meet a caregiver by video call before you hire.`,
  },
  {
    title: "Does AI write about me?",
    body: "AI drafts the session report after a visit, so that documentation takes a caregiver less time. The caregiver reads the report and signs it. The older adult decides who may see it.",
  },
  {
    title: "How is my information kept safe?",
    body: "The apps are built to be HIPAA-compliant, and our systems follow SOC 2. Payments are encrypted. Scam alerts warn you of tricks. We do not sell your data.",
  },
  {
    title: "What does a provider keep from a job?",
    body: `Without a plan, we take a ${facts.commission.nonMemberPercent}% commission on each completed job, so the provider keeps ${nonMemberKeepsPercent}%. With the ${brand.pro} upgrade the provider keeps ${100 - facts.commission.memberPercent}%. Customers pay by card through a card payment provider. Payouts are same-day or next-day.`,
  },
  {
    title: "Must a provider take every job?",
    body: "No. Providers choose freely, and saying no is never held against them. Ratings come from real work. There is no random deactivation. Support is in the US, and a direct support line is there for questions.",
  },
];
