/**
 * What each method does: one row a method, complete by type. The connection
 * itself answers `host/hello`. A method with an effect calls `allow` when the
 * effect takes place, and before it waits for anything.
 */
import { accessHandlers } from "./access-handlers.ts";
import { drivingHandlers } from "./driving-handlers.ts";
import { hostHandlers } from "./host-handlers.ts";
import { readingHandlers } from "./reading-handlers.ts";
import { recordingHandlers } from "./recording-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import type { Handlers } from "./request.ts";

export const handlers: Handlers = {
  ...hostHandlers,
  ...sessionHandlers,
  ...readingHandlers,
  ...drivingHandlers,
  ...recordingHandlers,
  ...accessHandlers,
};
