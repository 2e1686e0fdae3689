/**
 * Who may call what: for each method the lowest tier that may, and whether the
 * method has an effect. The audit has a row for each effect. The table is
 * complete by type: a method without a row does not compile. Which sessions a
 * client reaches is decided apart from this, in session-table.ts.
 */
import { isPerson, isTypedInShell } from "../../../shared/client-kind.ts";
import { HostError } from "../../../shared/errors.ts";
import type { ClientInfo, Method, Tier, TokenInfo } from "../../../shared/protocol.ts";
import { type Principal, reaches } from "./principal.ts";

/** Every method but the one that says who calls. */
export type RuledMethod = Exclude<Method, "host/hello">;

type Rule = {
  readonly tier: Tier;
  readonly effect: boolean;
  /**
   * Only for a person at a keyboard. The user's automation is refused, too. `typing`: a command that a person types in
   * a shell may as well.
   */
  readonly person?: "only" | "typing";
  /** The viewer of a share link may call it. */
  readonly viewer?: true;
};

const read = (tier: Tier): Rule => ({ tier, effect: false });
const effect = (tier: Tier): Rule => ({ tier, effect: true });

const byViewer = (rule: Rule): Rule => ({ ...rule, viewer: true });
const byPerson = (rule: Rule): Rule => ({ ...rule, person: "only" });
const byTypist = (rule: Rule): Rule => ({ ...rule, person: "typing" });

export const METHOD_RULES: Readonly<Record<RuledMethod, Rule>> = {
  "host/info": read("all"),
  "host/watch": byViewer(read("observe")),
  "host/shutdown": effect("admin"),
  // A window acts for the user, so the code that opens one is worth everything.
  "window/open": effect("admin"),
  "window/show": effect("admin"),
  "window/provide": read("admin"),

  "session/create": effect("own"),
  "start/options": byPerson(read("admin")),
  "start/forget": byPerson(effect("admin")),
  "start/check-folder": byPerson(read("admin")),
  "demo/start": effect("admin"),
  "session/list": read("observe"),
  "session/attach": byViewer(read("observe")),
  "session/detach": byViewer(read("observe")),
  "session/read": read("observe"),
  "session/screen": read("observe"),
  "session/changes": read("observe"),
  "session/search": read("observe"),
  "session/write": effect("own"),
  "session/steps": effect("own"),
  "session/run": effect("own"),
  "session/wait": read("observe"),
  "secret/ask": effect("own"),
  // Whoever knows the secret is a person, or acts for one.
  "secret/send": effect("admin"),
  "secret/decline": effect("admin"),
  "session/resize": effect("own"),
  "session/kill": effect("own"),
  "session/stop": effect("own"),
  "session/restart": effect("own"),
  "session/freeze": effect("own"),
  "session/resume": effect("own"),
  "agents/halt": effect("admin"),
  "session/stop-all": effect("own"),
  "session/export": read("observe"),
  // It names files and processes of the user.
  "session/facts": read("all"),
  "session/inputs": read("observe"),
  "session/job": effect("own"),
  "session/rename": effect("admin"),
  "session/why": read("observe"),
  "session/correct": effect("admin"),
  "session/notify": effect("own"),
  "session/acknowledge": effect("admin"),
  "session/share": effect("admin"),
  "session/unshare": effect("admin"),
  "link/create": byPerson(effect("admin")),
  "link/list": byPerson(read("admin")),
  "link/revoke": byPerson(effect("admin")),

  "recording/list": read("observe"),
  "recording/info": read("observe"),
  "recording/search": read("observe"),
  "recording/export": read("observe"),
  "recording/index": read("observe"),
  "recording/inputs": read("observe"),
  "recording/read": read("observe"),
  "recording/import": effect("admin"),
  "recording/mark": effect("admin"),
  // A recording is evidence of what an agent did.
  "recording/delete": effect("admin"),
  "export/cancel": read("observe"),

  "lease/acquire": effect("own"),
  "lease/release": effect("own"),
  // An agent must not open for itself what a person has closed.
  "lease/mode": effect("admin"),
  "parked/send": effect("admin"),
  "parked/drop": effect("admin"),
  "parked/edit": effect("admin"),

  "tiles/subscribe": read("observe"),

  "attention/rules": read("admin"),
  "attention/forget": effect("admin"),

  "client/list": read("admin"),
  "agents/with-sessions": read("admin"),
  "audit/list": read("admin"),

  "grant/list": read("admin"),
  // An agent that has a shell, and reads there how it would get more, must not grant it to itself.
  "grant/give": byTypist(effect("admin")),
  "grant/revoke": byTypist(effect("admin")),
  "grant/dismiss": byTypist(effect("admin")),

  "token/create": effect("admin"),
  "token/find": read("admin"),
  "token/list": read("admin"),
  "token/revoke": effect("admin"),
  "http/switch": effect("admin"),

  "settings/read": read("admin"),
  "settings/write": byPerson(effect("admin")),

  // They read and change files of other programs, with a person who looks at the change.
  "connect/list": byPerson(read("admin")),
  "connect/preview": byPerson(read("admin")),
  "connect/write": byPerson(effect("admin")),

  "mcp/open": read("observe"),
};

/** Throws `forbidden` when the method is for people and the client is none. */
export function checkPerson(client: Pick<ClientInfo, "kind" | "name">, method: RuledMethod): void {
  const { person } = METHOD_RULES[method];
  if (person === undefined || isPerson(client)) return;
  if (person === "only") throw new HostError("forbidden", `${method} is for people: use the window, or the cotty command`);
  if (isTypedInShell(client)) return;
  throw new HostError(
    "forbidden",
    "Only a person may do this: in the window, or with the cotty command in a terminal that is no session of Cotty's",
  );
}

/** How a person runs `cotty` in a terminal. Finding that out asks the file system, so it is only asked for a refusal. */
type Program = { readonly command: string };

/** Throws `forbidden` unless the principal's tier reaches the method. */
export function checkTier({ id, tier, watchesOnly }: Principal, method: RuledMethod, program: Program): void {
  if (watchesOnly !== undefined && METHOD_RULES[method].viewer !== true) {
    throw new HostError("forbidden", `${method} is not for a share link, which only shows its session`);
  }
  const needed = METHOD_RULES[method].tier;
  if (reaches(tier, needed)) return;
  const next =
    needed === "admin"
      ? "Only the user can do that, in the window or with the cotty command"
      : howToGrant(id, needed, program.command);
  throw new HostError("forbidden", `${method} needs tier '${needed}', and yours is '${tier}'. ${next}`);
}

/** What a refused agent can tell its user. It does not help the agent to run the command itself. */
export function howToGrant(agent: string, tier: TokenInfo["tier"], program: string): string {
  const name = /^[\w-]+$/.test(agent) ? agent : JSON.stringify(agent);
  return `Only the user can grant it: in Cotty's window under Connections, or in a terminal of their own with ${program} grant ${name} ${tier}`;
}
