import type { PictureFile } from "../ui/picture-file.ts";
import appMainSrc from "./app-main.svg";
import bulbSrc from "./bulb.svg";
import callFirstSrc from "./call-first.svg";
import caregiverRestsSrc from "./caregiver-rests.svg";
import collaborationSrc from "./collaboration.svg";
import communitySrc from "./community.svg";
import doorSrc from "./door.svg";
import doorAjarSrc from "./door-ajar.svg";
import doorKnockSrc from "./door-knock.svg";
import gardenBenchSrc from "./garden-bench.svg";
import groceriesSrc from "./groceries.svg";
import healthSrc from "./health.svg";
import hubAudioSrc from "./hub-audio.svg";
import hubMessagesSrc from "./hub-messages.svg";
import hubPapersSrc from "./hub-papers.svg";
import hubVideoSrc from "./hub-video.svg";
import nightDeskSrc from "./night-desk.svg";
import privacySrc from "./privacy.svg";
import rideSrc from "./ride.svg";
import roomYouSrc from "./room-you.svg";
import stepAsksSrc from "./step-asks.svg";
import stepDeliversSrc from "./step-delivers.svg";
import stepKnowsSrc from "./step-knows.svg";
import stepPassesSrc from "./step-passes.svg";
import storeyMapSrc from "./storey-map.svg";
import storeyTeamSrc from "./storey-team.svg";
import storeyWorkshopSrc from "./storey-workshop.svg";
import windowLuzSrc from "./window-luz.svg";
import windowMarcusSrc from "./window-marcus.svg";
import windowNadiaSrc from "./window-nadia.svg";

/* Rooms and vignettes that fill a box. Sizes are those of the viewBox. */

export const appMain: PictureFile = { src: appMainSrc, width: 156, height: 240 };
export const bulb: PictureFile = { src: bulbSrc, width: 260, height: 236 };
export const callFirst: PictureFile = { src: callFirstSrc, width: 480, height: 320 };
export const caregiverRests: PictureFile = { src: caregiverRestsSrc, width: 310, height: 306 };
export const collaboration: PictureFile = { src: collaborationSrc, width: 150, height: 122 };
export const community: PictureFile = { src: communitySrc, width: 292, height: 382 };
export const door: PictureFile = { src: doorSrc, width: 500, height: 850 };
export const doorAjar: PictureFile = { src: doorAjarSrc, width: 320, height: 370 };
export const doorKnock: PictureFile = {
  src: doorKnockSrc,
  width: 320,
  height: 370,
  ground: "road",
};
export const gardenBench: PictureFile = {
  src: gardenBenchSrc,
  width: 500,
  height: 690,
  ground: "lawn",
};
export const groceries: PictureFile = { src: groceriesSrc, width: 172, height: 236 };
export const health: PictureFile = { src: healthSrc, width: 208, height: 160 };
export const hubAudio: PictureFile = { src: hubAudioSrc, width: 480, height: 320 };
export const hubMessages: PictureFile = { src: hubMessagesSrc, width: 480, height: 320 };
export const hubPapers: PictureFile = { src: hubPapersSrc, width: 480, height: 320 };
export const hubVideo: PictureFile = { src: hubVideoSrc, width: 328, height: 186 };
export const nightDesk: PictureFile = { src: nightDeskSrc, width: 480, height: 320 };
export const privacy: PictureFile = { src: privacySrc, width: 90, height: 76 };
export const ride: PictureFile = { src: rideSrc, width: 580, height: 240 };
export const roomYou: PictureFile = { src: roomYouSrc, width: 640, height: 420 };
export const stepAsks: PictureFile = { src: stepAsksSrc, width: 312, height: 280 };
export const stepDelivers: PictureFile = { src: stepDeliversSrc, width: 312, height: 280 };
export const stepKnows: PictureFile = { src: stepKnowsSrc, width: 312, height: 280 };
export const stepPasses: PictureFile = { src: stepPassesSrc, width: 312, height: 280 };
export const storeyMap: PictureFile = { src: storeyMapSrc, width: 640, height: 280 };
export const storeyTeam: PictureFile = { src: storeyTeamSrc, width: 640, height: 280 };
export const storeyWorkshop: PictureFile = { src: storeyWorkshopSrc, width: 640, height: 280 };
export const windowLuz: PictureFile = { src: windowLuzSrc, width: 300, height: 300 };
export const windowMarcus: PictureFile = { src: windowMarcusSrc, width: 300, height: 300 };
export const windowNadia: PictureFile = { src: windowNadiaSrc, width: 300, height: 300 };
