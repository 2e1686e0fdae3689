/** The methods of the host itself: who is connected, windows, settings, tiles, the configuration of agents. */
import { z } from "zod";
import type { SettingsState } from "../settings/settings-state.ts";
import { SETTING_NAMES } from "../settings/settings.ts";
import { AttentionRule } from "../shapes/attention-shapes.ts";
import { ClientInfo, ClientKind, Environment, MAX_TEXT, SessionId } from "../shapes/basic-shapes.ts";
import { HaltInfo } from "../shapes/lease-shapes.ts";
import { SessionInfo } from "../shapes/session-shapes.ts";
import { KnownClient } from "../shapes/setup-shapes.ts";
import { TOOL_NAMES } from "../tool-names.ts";
import { type MethodTable, nothing } from "./request-fields.ts";

/** A change of a client's configuration. `client` is one of the ids of `connect/list`. */
const connectChange = { client: z.string().min(1).max(64), remove: z.boolean().optional() };
/** The time between two frames, in milliseconds. */
const FrameInterval = z.int().min(50).max(10_000);
/** Far more than all settings take, with two hundred color schemes. */
const MAX_SETTINGS_TEXT = 262_144;
const SettingNames = z.enum(SETTING_NAMES);

export const hostMethods = {
  /** Must be the first request. After a wrong token or version, the host answers with an error and closes the connection. */
  "host/hello": {
    params: z.object({
      protocol: z.int(),
      token: z.string().max(256),
      client: z.object({
        name: z.string().max(128),
        kind: ClientKind,
        /** A random secret of an agent (kind `mcp`). A client that sends it again is the same agent. */
        key: z.string().min(22).max(128).optional(),
      }),
    }),
    result: z.object({ protocol: z.int(), version: z.string(), pid: z.int(), client: ClientInfo }),
  },
  "host/info": {
    params: nothing,
    result: z.object({
      version: z.string(),
      pid: z.int(),
      startedAtMs: z.number(),
      clients: z.array(ClientInfo),
      recordingsDirectory: z.string(),
      /** How a person runs `cotty` in a terminal of this machine. */
      command: z.string(),
    }),
  },
  /** Answers with every session and client. From then on the host sends the events that need `host/watch`. */
  "host/watch": {
    params: nothing,
    result: z.object({ sessions: z.array(SessionInfo), clients: z.array(ClientInfo), halt: HaltInfo.optional() }),
  },

  /**
   * With `on`, takes from every agent the right to type and to start programs, and ends what agents wait for. Without,
   * gives it back. No `on` only says how it stands.
   */
  "agents/halt": { params: z.object({ on: z.boolean().optional() }), result: z.object({ halt: HaltInfo.optional() }) },

  /** Stops every session, then ends the host. */
  "host/shutdown": { params: nothing, result: z.object({ stopped: z.int() }) },

  /** Answers with a loopback address that opens the window in a browser. It contains a single-use code. */
  "window/open": { params: nothing, result: z.object({ url: z.string(), expiresInMs: z.int() }) },
  /** Brings the desktop app's window to the front, and shows a session if one is named. `shown` is false when no app is connected. */
  "window/show": { params: z.object({ id: SessionId.optional() }), result: z.object({ shown: z.boolean() }) },
  /** Says that this client has such a window. From then on it gets `window/show` events. */
  "window/provide": { params: nothing, result: nothing },

  /** The user's corrections, oldest first. */
  "attention/rules": { params: nothing, result: z.array(AttentionRule) },
  "attention/forget": { params: z.object({ rule: z.int() }), result: nothing },

  /**
   * Sets the tiles that this client shows. `tiles/frame` events follow, with at least
   * `intervalMs` between two frames of a tile, or that of `hot` for the tiles in it.
   */
  "tiles/subscribe": {
    params: z.object({
      ids: z.array(SessionId).max(500),
      intervalMs: FrameInterval,
      hot: z.object({ ids: z.array(SessionId).max(16), intervalMs: FrameInterval }).optional(),
    }),
    result: nothing,
  },

  /** What a person has chosen, from the settings file. `settings/changed` events follow after `host/watch`. */
  "settings/read": { params: nothing, result: z.custom<SettingsState>() },
  /** Writes settings into the file, and takes others out of it. For people only: `window` and `attach`. */
  "settings/write": {
    params: z.object({
      /** A JSON object of settings, as text. */
      set: z.string().max(MAX_SETTINGS_TEXT).optional(),
      reset: z.array(SettingNames).max(SETTING_NAMES.length).optional(),
    }),
    result: z.custom<SettingsState>(),
  },

  /**
   * The MCP clients that Cotty knows, those found on this machine first. `command` is how a person runs `cotty` in
   * a terminal, `entry` what a client that Cotty does not know needs in its configuration. Only for people.
   */
  "connect/list": {
    params: nothing,
    result: z.object({ clients: z.array(KnownClient), command: z.string(), entry: z.string() }),
  },
  /** How a client's configuration would change; nothing is written. With `remove`, Cotty is taken out again. Only for people. */
  "connect/preview": {
    params: z.object(connectChange),
    result: z.object({
      file: z.string(),
      /** There is no such file yet. */
      isNew: z.boolean(),
      /** Removed lines begin with `-`, added ones with `+`. Empty when there is nothing to change. */
      diff: z.string(),
      /** How the client picks up the change. */
      nextStep: z.string(),
    }),
  },
  /** Makes the change. `seen` is the `diff` that the person has agreed to; another change is refused. Only for people. */
  "connect/write": {
    params: z.object({ ...connectChange, seen: z.string().max(MAX_TEXT) }),
    result: z.object({ file: z.string(), remarks: z.array(z.string()) }),
  },

  /** Starts an MCP server on this connection. `mcp/message` notifications then go in both directions. */
  "mcp/open": {
    params: z.object({
      /** The folder and the environment in which the agent's sessions start by default. */
      cwd: z.string().max(4096).optional(),
      env: Environment.optional(),
      /** The name under which the tool is listed: `terminal` if nothing is said. It answers to both. */
      tool: z.enum(TOOL_NAMES).optional(),
    }),
    result: nothing,
  },
} as const satisfies MethodTable;
