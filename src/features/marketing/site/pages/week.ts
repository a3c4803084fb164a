/** A visit in the timetable. Hours are counted from midnight, half hours as .5. */
export interface Visit {
  readonly who: string;
  readonly from: number;
  readonly to: number;
  readonly hours: string;
  /** Requested, not yet accepted. */
  readonly asked?: boolean;
}

interface Day {
  readonly name: string;
  readonly visits: readonly Visit[];
}

const mrChen: Visit = { who: "Mr. Chen", from: 9, to: 12, hours: "9 to 12" };
const rosa: Visit = { who: "Rosa D.", from: 15.5, to: 17.5, hours: "3:30 to 5:30" };

/** The example week of a caregiver; a day without visits is a day off. */
export const exampleWeek: readonly Day[] = [
  { name: "Monday", visits: [mrChen, rosa] },
  { name: "Tuesday", visits: [] },
  { name: "Wednesday", visits: [mrChen, rosa] },
  {
    name: "Thursday",
    visits: [
      { who: "June P.", from: 10, to: 14, hours: "10 to 2" },
      { who: "New: Walter D.", from: 15, to: 18, hours: "3 to 6, yes or no?", asked: true },
    ],
  },
  {
    name: "Friday",
    visits: [
      {
        who: "Rosa and Walter D.",
        from: 15.5,
        to: 19.5,
        hours: "3:30 to 7:30, dinner with guests",
      },
    ],
  },
];
