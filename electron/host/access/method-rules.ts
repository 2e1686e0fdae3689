/**
 * Who may call what: for each method the lowest tier that may, and whether the
 * method has an effect. The audit has a row for each effect. The table is
 * complete by type: a method without a row does not compile. Which sessions a
 * client reaches is decided apart from this, in session-table.ts.
 */
import { HostError } from "../../../shared/errors.ts";
import type { Method, Tier } from "../../../shared/protocol.ts";
import { type Principal, reaches } from "./principal.ts";

/** Every method but the one that says who calls. */
export type RuledMethod = Exclude<Method, "host/hello">;

type Rule = { readonly tier: Tier; readonly effect: boolean };

const read = (tier: Tier): Rule => ({ tier, effect: false });
const effect = (tier: Tier): Rule => ({ tier, effect: true });

export const METHOD_RULES: Readonly<Record<RuledMethod, Rule>> = {
  "host/info": read("all"),
  "host/watch": read("observe"),
  "host/shutdown": effect("admin"),
  // A window acts for the user, so the code that opens one is worth everything.
  "window/open": effect("admin"),
  "window/show": effect("admin"),
  "window/provide": read("admin"),

  "session/create": effect("own"),
  "session/list": read("observe"),
  "session/attach": read("observe"),
  "session/detach": read("observe"),
  "session/read": read("observe"),
  "session/screen": read("observe"),
  "session/changes": read("observe"),
  "session/search": read("observe"),
  "session/write": effect("own"),
  "session/steps": effect("own"),
  "session/wait": read("observe"),
  "session/resize": effect("own"),
  "session/kill": effect("own"),
  "session/stop": effect("own"),
  "session/restart": effect("own"),
  "session/stop-all": effect("own"),
  "session/export": read("observe"),
  // It names files and processes of the user.
  "session/facts": read("all"),
  "session/inputs": read("observe"),
  "session/rename": effect("admin"),
  "session/share": effect("admin"),
  "session/unshare": effect("admin"),

  "recording/list": read("observe"),
  "recording/info": read("observe"),
  "recording/search": read("observe"),
  "recording/export": read("observe"),
  "recording/index": read("observe"),
  "recording/read": read("observe"),
  "recording/mark": effect("admin"),
  // A recording is evidence of what an agent did.
  "recording/delete": effect("admin"),
  "export/cancel": read("observe"),

  "lease/acquire": effect("own"),
  "lease/release": effect("own"),

  "tiles/subscribe": read("observe"),

  "token/create": effect("admin"),
  "token/find": read("admin"),
  "token/list": read("admin"),
  "token/revoke": effect("admin"),
  "http/switch": effect("admin"),

  // Only a person writes them, whatever the tier; see the handler.
  "settings/read": read("admin"),
  "settings/write": effect("admin"),

  "mcp/open": read("observe"),
};

/** Throws `forbidden` unless the principal's tier reaches the method. */
export function checkTier({ tier }: Principal, method: RuledMethod): void {
  const needed = METHOD_RULES[method].tier;
  if (reaches(tier, needed)) return;
  const next =
    needed === "admin"
      ? "Only the user can do that, in the window or with the cotty command"
      : `Ask the user for a token of tier '${needed}' if you need it`;
  throw new HostError("forbidden", `${method} needs tier '${needed}', and yours is '${tier}'. ${next}`);
}
