export const sentence = "A neighbor comes by and gives you a hand.";
export const longSentence = `${sentence} If the first one cannot come, we ask the next one nearby, and tell you by text message who it is and when they arrive.`;
export const longWord = "Internationalization-of-neighborhoodfriendliness";
