import { expect, test } from "vitest";
import { markedRecording } from "../../../electron/eval/report/replay/marked-recording.ts";

const header = '{"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color"},"timestamp":1}';

test("markers of the steps take the place of others, and all else keeps its time", () => {
  const cast = `${header}\n[1.000,"o","a"]\n[0.500,"m","driver: x (cli)"]\n[1.500,"o","b"]\n[0.000,"x","0"]\n`;
  const marks = [
    { at: 0.25, label: "bash" },
    { at: 2, label: "says" },
    { at: 2, label: "bash" },
    { at: 9, label: "says" },
  ];
  expect(markedRecording(cast, marks)).toBe(
    `${header}\n[0.250,"m","bash"]\n[0.750,"o","a"]\n[1.000,"m","says"]\n[0.000,"m","bash"]\n[1.000,"o","b"]\n[0.000,"x","0"]\n[6.000,"m","says"]\n`,
  );
});

test("a recording without an event has markers, too", () => {
  expect(markedRecording(`${header}\n`, [{ at: 1, label: "says" }])).toBe(`${header}\n[1.000,"m","says"]\n`);
});
