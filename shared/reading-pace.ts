/**
 * How seldom output is read. Who takes silence for a sign must wait for longer, or a
 * program that prints on and on seems to pause between two reads.
 */

/** A program that prints without a pause is read at least this often, in ms, however many others do. */
export const LONGEST_PACE_MS = 64;
