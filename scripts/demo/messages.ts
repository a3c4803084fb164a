/** Texts of the demo's messages, by collection. */
export const demoMessages = {
  WebSupportRequests: [
    "The text is too small on my husband's new phone and I cannot find where to change it. On the iPad it is fine. Could someone write to me, step by step?",
    "I never got the code by text. I called twice.",
    "Payment profile says Incomplete after I closed the window.",
    "The photo of my card will not go through. It says the file is too large.",
    "My daughter's name is on my account. How do I change it?",
    "The app asks me to log in every morning. Is that how it should be?",
    "I pressed the wrong button and canceled my ride. Can you put it back?",
    "Where do I find my support ID? I have only the printed letter here.",
    "The driver waited at the back entrance. Can I write down which one is ours?",
    "My receipt shows two trips but there was one.",
  ],
  ContactForm: [
    "Do you cover Greeley? My mother lives on 9th Avenue.",
    "Could someone speak at our Thursday lunch? We are about forty people.",
    "My caregiver asks if she may bring her dog.",
    "Can I book the same driver for each Tuesday?",
    "I would like to pay for my father's rides from my own card. How does that work?",
    "We moved to Loveland. Do I need a new account?",
    "Is there somebody who helps with a garden that has run wild?",
    "Your letter came twice. Please send only one.",
  ],
  Email: [
    "I found your address on the church's notice board. Do you also come out to Berthoud?",
    "Please see if Tuesday's ride can be an hour later. The clinic called.",
    "Thank you for the new lamp. It is so much brighter in the hall.",
  ],
  WebFeatureSubmissions: [
    "Please let two people share one ride and split it.",
    "A button that reads the message aloud would help Dad.",
    "I would like to see the driver's car in a picture before it comes.",
    "Let me choose a larger clock in the app.",
    "A list of things I ordered before, so that I can order them again.",
  ],
  WebFeedbackSubmissions: [
    "Luz was kind and on time. The bell button is a joy.",
    "The ride was early and I was not ready. Please call first.",
    "Marcus fixed the porch light and swept up. Thank you.",
    "The groceries were right, but the milk was warm.",
    "I was afraid of the phone. Now I am not.",
    "The new large text is a blessing.",
  ],
  WebInvestorSubmissions: [
    "Met your team in Denver. Would like the deck.",
    "We are a family office in Boulder and invest in care at home.",
    "Please call after five, Mountain Time.",
  ],
  DataDeletionRequests: [""],
  CancellationRequests: [""],
  CallBackRequests: [
    "The code by text never comes.",
    "Payment profile says Incomplete.",
    "A talk at the Thursday lunch.",
    "What a ride to Longmont costs.",
  ],
  WorryReports: [
    "A man called and said he is from your company. He wanted the code from my phone.",
    "Someone rang twice last night and asked for my mother.",
  ],
  BarrierReports: [
    "My screen reader says nothing when I press Next month in the calendar.",
    "The text of the receipt is too light for me on paper.",
  ],
  PhoneCalls: ["Asked what a ride to Longmont costs. I named the price; he will think about it."],
  OurEmails: ["We have found a driver for your Tuesdays. Shall we book him until the end of May?"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const demoNotes = [
  "New phone, so the setting was reset. The guide on larger text fits.",
  "Called at ten, no answer. Try again in the afternoon.",
  "Same question as last month; she prefers email.",
  "Payment went through on our side. Waiting for the bank.",
  "He would rather talk. Best between nine and noon.",
] as const;

export const demoContactNotes = [
  "Reads with difficulty. Write in short steps, one thing each.",
  "The husband uses the same tablet. Ask which of the two writes.",
  "Hears badly on the phone. Email first, then call.",
] as const;

export const demoTags = ["text size", "Android", "iPhone", "billing", "ride", "praise"] as const;

export const demoNames = [
  "Helen Brandt",
  "Ray Whitfield",
  "Ana Lucero",
  "Edith Park",
  "Thomas Ito",
  "Dee Robinson",
  "Mark Lowe",
  "Otis Greene",
  "Priya Raman",
  "Carol Dunn",
  "Wes Tanaka",
  "Bea Foss",
  "Lou Marchetti",
  "Edie Novak",
  "Gus Halloran",
  "Rosalind Meyer",
  "Harold Stone",
  "Mei Chen",
  "Walter Abrams",
  "Joyce Delgado",
  "Frank Olsen",
  "Ines Fuentes",
  "Clara Voss",
  "Ben Adeyemi",
  "Ruthanne Cole",
  "Sal Romano",
  "Dorothy Banks",
  "Hiro Nakamura",
  "Peg Sullivan",
  "Amos Tate",
] as const;
