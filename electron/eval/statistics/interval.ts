/** A figure with the range in which the true one lies, at 95 % confidence if nothing else is said. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** The two-sided 95 % point of the normal distribution. */
export const Z_95 = 1.959963984540054;

/** Whether a value lies in the interval, its ends included. */
export const contains = (interval: Interval, value: number): boolean => interval.low <= value && value <= interval.high;
