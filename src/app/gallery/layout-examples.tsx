import { roof } from "../../platform/site/pictures/roof.ts";
import { nightDesk, roomYou } from "../../platform/site/pictures/rooms.ts";
import { cat } from "../../platform/site/pictures/small.ts";
import { Picture } from "../../platform/site/ui/picture.tsx";
import { Plan, Roof, Room } from "../../platform/site/ui/plan.tsx";
import { Section, SectionHead, Split, TwoColumns } from "../../platform/site/ui/section.tsx";
import { inState, type Part } from "./part.ts";
import { longSentence, longWord, sentence } from "./sample-texts.ts";

const rooms = (
  <>
    <Room
      surface="marigold"
      title="A leading room"
      big
      picture={<Picture file={roomYou} alt="" fill />}
    >
      {sentence}
    </Room>
    <Room surface="night" title="A dark room" picture={<Picture file={nightDesk} alt="" fill />}>
      {sentence}
    </Room>
    <Room
      surface="rose2"
      pictureSurface="rose"
      title={longWord}
      picture={<Picture file={cat} alt="" fill />}
    >
      <p>{longSentence}</p>
    </Room>
    <Room surface="white" title="Words only">
      {sentence}
    </Room>
  </>
);

/** Sections and plans of src/platform/site/ui. */
export const layoutParts: readonly Part[] = [
  {
    name: "Plan",
    states: (["day", "four", "six", "duo", "free"] as const).map((layout) =>
      inState(layout, <Plan layout={layout}>{rooms}</Plan>),
    ),
  },
  {
    name: "Plan with a roof",
    states: [
      inState(
        "In progress",
        <Plan
          layout="duo"
          roof={
            <Roof picture={<Picture file={roof} alt="" />}>
              <Picture file={cat} alt="A cat" />
            </Roof>
          }
        >
          {rooms}
        </Plan>,
      ),
    ],
  },
  {
    name: "Section",
    states: [
      inState(
        "Head and two columns",
        <Section id="anchor" surface="sage2">
          <TwoColumns ratio="5-7" align="start">
            <SectionHead title="A section" lead={longSentence} />
            <p>{longSentence}</p>
          </TwoColumns>
        </Section>,
        { place: "full" },
      ),
      inState(
        "Dark, equal columns",
        <Section surface="ink">
          <TwoColumns ratio="1-1">
            <h3>Equal</h3>
            <p>{longSentence}</p>
          </TwoColumns>
        </Section>,
        { place: "full" },
      ),
      inState(
        "Stands on a picture",
        <Section surface="marigold" foot={<Picture file={roof} alt="" band />}>
          <SectionHead title={longWord} />
        </Section>,
        { place: "full" },
      ),
      ...(["left", "right"] as const).map((side) =>
        inState(
          `Split, picture ${side}`,
          <Split
            surface="rose2"
            side={side}
            pictureSurface="rose"
            picture={<Picture file={roomYou} alt="" fill />}
          >
            <SectionHead title="Two halves" lead={sentence} />
          </Split>,
          { place: "full" },
        ),
      ),
    ],
  },
];
