import { expect, it } from "vitest";
import { acceptedForm, asJson } from "../../../electron/mcp/accepted-form.ts";

const BOTH = "application/json, text/event-stream";

it("anything, nothing and ranges accept both forms; one that takes no JSON is left as it is", () => {
  for (const header of [undefined, "", " , ", "*/*", "text/html, */*;q=0.8", BOTH, "Application/*, text/*"]) {
    expect(acceptedForm(header), header).toEqual({ accept: BOTH, isJsonOnly: false });
  }
  for (const header of ["application/json", "application/*;q=0.5", "text/html,application/json"]) {
    expect(acceptedForm(header), header).toEqual({ accept: BOTH, isJsonOnly: true });
  }
  for (const header of ["text/html", "text/event-stream"]) {
    expect(acceptedForm(header)).toEqual({ accept: header, isJsonOnly: false });
  }
});

it("a stream without an answer, such as one that was cut short, is an error", async () => {
  const stream = (text: string): Response => new Response(text, { headers: { "content-type": "text/event-stream" } });
  const progress = 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n';
  const cut = await asJson(stream(`: keep-alive\n\n${progress}`));
  expect([cut.status, await cut.json()]).toMatchObject([500, { error: { message: "The request ended without an answer" } }]);
  const whole = await asJson(stream(`${progress}event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"data: {":"\\n"}}\n\n`));
  expect(await whole.json()).toEqual({ jsonrpc: "2.0", id: 1, result: { "data: {": "\n" } });
});
