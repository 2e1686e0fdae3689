/** axe, which looks for what keeps people with disabilities from using a page. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds in the page, a line for each rule with the elements that break it.
 * The colors of a terminal are its program's, so terminals are left out. `within`
 * is the CSS selector of a part of the page; `rules` are the only ones to look at.
 */
export async function violations(page: Page, { within, rules }: { within?: string; rules?: string[] } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude(".xterm").options({ resultTypes: ["violations"] });
  // Otherwise axe opens a second page each time, for what frames of other sites have found. There are none.
  axe.setLegacyMode();
  if (within !== undefined) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
