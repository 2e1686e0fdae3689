import type { Interval } from "./interval.ts";
import { successRate } from "./success-rate.ts";

/** How often two judges of the same runs say the same. */
export interface Agreement {
  readonly runs: number;
  readonly share: Interval;
  /** Cohen's κ: 1 for full agreement, 0 for as much as chance gives. `undefined` if both always say the same one thing. */
  readonly kappa: number | undefined;
}

/**
 * The agreement of pairs of yes and no. `undefined` without a pair. Source: J. Cohen, "A
 * coefficient of agreement for nominal scales" (1960).
 */
export function agreementOf(pairs: readonly (readonly [boolean, boolean])[]): Agreement | undefined {
  if (pairs.length === 0) return undefined;
  const share = (isIn: (pair: readonly [boolean, boolean]) => boolean): number => pairs.filter(isIn).length / pairs.length;
  const agreed = share(([a, b]) => a === b);
  const yesA = share(([a]) => a);
  const yesB = share(([, b]) => b);
  const byChance = yesA * yesB + (1 - yesA) * (1 - yesB);
  return {
    runs: pairs.length,
    share: successRate(Math.round(agreed * pairs.length), pairs.length),
    kappa: byChance === 1 ? undefined : (agreed - byChance) / (1 - byChance),
  };
}
