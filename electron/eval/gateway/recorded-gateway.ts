import type { ModelError } from "../agents/agent-adapter.ts";
import type { RunFiles } from "../run/run-files.ts";
import type { PlannedGateway } from "../run/planned-run.ts";
import type { RunResult } from "../results/run-result.ts";
import { type Exchange, GATEWAY_FILE } from "./exchange.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { usageOf } from "./gateway-usage.ts";

export interface RecordedGateway extends Gateway {
  /** What it has seen so far. */
  seen(): NonNullable<RunResult["gateway"]>;
  /** What the endpoint has answered last, if that was a failure. */
  failure(): ModelError | undefined;
}

/** Starts the gateway of a run, which writes each exchange into the run's folder. */
export async function startRecordedGateway({ upstream, replay }: PlannedGateway, files: RunFiles): Promise<RecordedGateway> {
  const exchanges: Exchange[] = [];
  const gateway = await startGateway({
    upstream,
    replay: replay?.exchanges,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      files.appendJson(GATEWAY_FILE, exchange);
    },
  });
  return {
    url: gateway.url,
    seen: () => ({ requests: exchanges.length, tokens: usageOf(exchanges) }),
    failure: () => {
      const { status } = exchanges.at(-1) ?? { status: 200 };
      return status < 400 ? undefined : { message: `its endpoint answered with status ${status}`, isRefusal: false };
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}
