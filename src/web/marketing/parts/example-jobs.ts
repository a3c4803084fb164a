/** Jobs of the family in the pictures, with prices in US cents. They are examples, not offers. */
export const exampleJobs = {
  ride: { what: "Ride to the eye clinic", cents: 1850 },
  shelves: { what: "Hang two shelves", cents: 6500 },
  groceries: { what: "Grocery delivery", cents: 2200 },
  dogWalk: { what: "Walk the dog", cents: 1500 },
  medicine: { what: "Pick up medicine", cents: 1200 },
} as const;
