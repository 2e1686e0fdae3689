/** What a request is answered with when its caller's access changes, and how many of a kind may be under way. */
import { afterEach, expect, it } from "vitest";
import { perform } from "../../../electron/host/perform.ts";
import type { RuledMethod } from "../../../electron/host/access/method-rules.ts";
import type { Recordings } from "../../../electron/host/host-runtime.ts";
import { scriptedHost, type ScriptedHost } from "../../support/scripted-host.ts";

let scripted: ScriptedHost;
afterEach(() => scripted[Symbol.dispose]());

type Agent = ReturnType<ScriptedHost["agent"]>;

function ask({ caller }: Agent, method: RuledMethod, params: object, cancel = new AbortController()): Promise<unknown> {
  return perform({ runtime: scripted.runtime, caller, method, params, cancel });
}

it("a search of recordings that began with a grant tells nothing after it was taken back", async () => {
  let finish = (): void => {};
  const catalog = { list: () => Promise.resolve([{ principal: "user", info: { name: "secret" } }]), directory: "/nowhere" };
  const search = (found: unknown): Promise<unknown> => new Promise((resolve) => (finish = () => resolve(found)));
  scripted = scriptedHost({ recordings: { jobs: {}, catalog, texts: { search } } as unknown as Recordings });
  const agent = scripted.agent("A");
  const { grants } = scripted.host;
  const { id } = agent.identity.principal;
  const begin = async (): Promise<{ readonly answer: Promise<unknown> }> => {
    const answer = ask(agent, "recording/search", { text: "x" });
    answer.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    return { answer };
  };
  grants.give(id, "all", "run");
  const kept = await begin();
  grants.give(id, "all", "always");
  finish();
  expect(await kept.answer).toEqual([{ name: "secret" }]);
  const lost = await begin();
  grants.revoke(id);
  finish();
  await expect(lost.answer).rejects.toMatchObject({ code: "forbidden" });
});

it("requests for secrets count among the waits of an agent", async () => {
  scripted = scriptedHost();
  const agent = scripted.agent("A");
  scripted.host.create(agent.identity, { command: "x", id: "py" });
  const cancel = new AbortController();
  const asked = Array.from({ length: 32 }, () => ask(agent, "secret/ask", { id: "py", purpose: "sudo" }, cancel));
  const ends = Promise.allSettled(asked);
  await expect(ask(agent, "secret/ask", { id: "py", purpose: "sudo" }, cancel)).rejects.toMatchObject({
    code: "too-many-requests",
  });
  cancel.abort();
  await ends;
});
