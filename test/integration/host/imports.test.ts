/** Recordings from elsewhere, through a built host: they are played, searched and kept like those of sessions. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { RecordingInfo } from "../../../shared/protocol.ts";
import { fetchReplay } from "../../../shared/replay/fetch-replay.ts";
import { startTestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

const HEADER = '{"version":2,"width":80,"height":24,"timestamp":1700000000}\n';
const EVENTS = '[1,"o","needle in hay\\r\\n"]\n[2,"o","the end"]\n';

async function importText(client: Client, ...parts: string[]): Promise<RecordingInfo> {
  let from: string | undefined;
  for (const [at, text] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const answer = await client.request("recording/import", {
      fileName: "talk",
      text,
      isLast,
      ...(from !== undefined && { from }),
    });
    if (answer.recording) return answer.recording;
    from = answer.next;
  }
  throw new Error("The last piece was not answered with a recording");
}

it("is played, found by its text and listed with its name; twice it is one; its markers stay", async () => {
  await using host = await startTestHost();
  const client = await host.connect();
  const added = await importText(client, HEADER, EVENTS.slice(0, 20), EVENTS.slice(20));
  expect(added).toMatchObject({ name: "talk", durationMs: 2000, startedAtMs: 1_700_000_000_000, isLive: false });
  expect(added.damage).toBeUndefined();
  const { index } = await fetchReplay(client, added.id, () => {});
  expect(index.durationMs).toBe(2000);
  await client.request("recording/mark", { id: added.id, atMs: 500, label: "here" });
  const unseen = client.request("recording/mark", { id: added.id, atMs: 500, label: "\u202e" });
  await expect(unseen).rejects.toMatchObject({ code: "bad-request" });

  const again = await importText(client, HEADER + EVENTS);
  expect(again).toMatchObject({ id: added.id, addedAtMs: added.addedAtMs, markers: [{ atMs: 500, label: "here" }] });
  expect((await client.request("recording/list", { filter: { ending: "lost" } })).total).toBe(0);
  expect((await client.request("recording/list", {})).total).toBe(1);
  await until("its text is found", async () => {
    const { matches } = await client.request("recording/search", { text: "needle" });
    return matches[0]?.recording.id === added.id;
  });
});

it("R7: a file that is none is refused in words and leaves nothing; so does a client that goes in between", async () => {
  await using host = await startTestHost();
  const client = await host.connect();
  await expect(importText(client, HEADER, "no events\n")).rejects.toMatchObject({
    code: "bad-request",
    message: "This file cannot be opened as a recording: it contains no events",
  });
  await expect(client.request("recording/import", { fileName: "x", text: "", from: "gone", isLast: true })).rejects.toMatchObject(
    {
      code: "bad-request",
    },
  );
  const other = await host.connect();
  await other.request("recording/import", { fileName: "half", text: HEADER, isLast: false });
  const files = (): string[] => readdirSync(host.home.paths.recordings);
  expect(files()).toHaveLength(1);
  other[Symbol.dispose]();
  await until("the half of a file is gone", () => files().length === 0);
});

it("an agent may not add recordings", async () => {
  await using host = await startTestHost();
  const agent = await host.connect("mcp", "Codex");
  await expect(agent.request("recording/import", { fileName: "x", text: HEADER, isLast: true })).rejects.toMatchObject({
    code: "forbidden",
  });
});
