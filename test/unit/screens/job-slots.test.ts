import { expect, test } from "vitest";
import { JobSlots } from "../../../electron/screens/pool/job-slots.ts";

const REFUSED = { code: "too-many-requests", message: "Too many. Wait until one has ended" };
const createSlots = (): JobSlots => new JobSlots({ running: 2, waiting: 2, refusal: "Too many" });

/** Notes in `order` who has got a place. */
function taker(slots: JobSlots): { order: string[]; take: (by: string, signal?: AbortSignal) => Promise<Disposable> } {
  const order: string[] = [];
  const take = async (by: string, signal?: AbortSignal): Promise<Disposable> => {
    const slot = await slots.take({ by, ...(signal && { signal }) });
    order.push(by);
    return slot;
  };
  return { order, take };
}

test("one client has one place, and others go before its second job", async () => {
  const { order, take } = taker(createSlots());
  const first = await take("a");
  const second = take("a");
  const other = await take("b");
  const third = take("c");
  expect(order).toEqual(["a", "b"]);
  other[Symbol.dispose]();
  await third;
  expect(order).toEqual(["a", "b", "c"]);
  first[Symbol.dispose]();
  await second;
  expect(order).toEqual(["a", "b", "c", "a"]);
});

test("who is nobody in particular is limited by the number of places alone", async () => {
  const slots = createSlots();
  await Promise.all([slots.take(), slots.take()]);
  const waiting = [slots.take(), slots.take()];
  await expect(slots.take()).rejects.toMatchObject(REFUSED);
  expect(waiting).toHaveLength(2);
});

test("whoever gives up waiting is refused and keeps no place", async () => {
  const { take } = taker(createSlots());
  const running = await take("a");
  const stop = new AbortController();
  const waiting = [take("a", stop.signal), take("a", stop.signal)];
  const refused = Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject(REFUSED)));
  await expect(take("a")).rejects.toMatchObject(REFUSED);
  stop.abort();
  await refused;
  await expect(take("a", stop.signal)).rejects.toMatchObject(REFUSED);
  const next = take("a");
  running[Symbol.dispose]();
  await next;
});

test("whoever waits until no job runs is told at the end of the last one, or gives up", async () => {
  const order: string[] = [];
  const slots = createSlots();
  await slots.whenIdle(new AbortController().signal);
  const [first, second] = [await slots.take({ by: "a" }), await slots.take({ by: "b" })];
  const next = slots.take({ by: "a" });
  const stop = new AbortController();
  const idle = slots.whenIdle(new AbortController().signal).then(() => order.push("idle"));
  const impatient = slots.whenIdle(stop.signal).then(() => order.push("gave up"));
  first[Symbol.dispose]();
  (await next)[Symbol.dispose]();
  stop.abort();
  await impatient;
  expect(order).toEqual(["gave up"]);
  second[Symbol.dispose]();
  await idle;
  expect(order).toEqual(["gave up", "idle"]);
});
