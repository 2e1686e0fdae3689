/** Shapes of what a session needs from a person: its state, the evidence for that, corrections, and messages. */
import { z } from "zod";
import { ATTENTION_STATES } from "../attention-states.ts";

/** What a session needs from a person, and the reason for this guess. */
export const Attention = z.object({
  state: z.enum(ATTENTION_STATES),
  /** One line for people: "asks: Continue? [Y/n]". Sanitized. */
  reason: z.string().max(256),
});
export type Attention = z.infer<typeof Attention>;
/** The state alone. */
export const AttentionState = Attention.shape.state;

/** What one source says of a session's state. */
const AttentionSource = z.object({
  source: z.enum(["exit", "terminal", "echo", "screen", "marks", "output", "notification", "progress", "bell", "title"]),
  says: z.string(),
});
export type AttentionSource = z.infer<typeof AttentionSource>;

/** A state that a person may correct a guess to. How a program has ended is no guess. */
export const CorrectedState = z.enum(["working", "waiting", "idle"]);
export type CorrectedState = z.infer<typeof CorrectedState>;

/** A correction that holds wherever this program stands at such a line again. In `line`, `#` stands for a number. */
export const AttentionRule = z.object({
  id: z.int(),
  program: z.string(),
  line: z.string(),
  state: CorrectedState,
  addedAtMs: z.number(),
});
export type AttentionRule = z.infer<typeof AttentionRule>;

/** Why a session is in its state, since when, and which rule of the user's has decided, if one has. */
export const AttentionExplanation = Attention.extend({
  sinceMs: z.number(),
  evidence: z.array(AttentionSource),
  rule: AttentionRule.optional(),
});
export type AttentionExplanation = z.infer<typeof AttentionExplanation>;

/** What an agent or a program has to say to a person; `by` names it. Sanitized. */
export const SessionMessage = z.object({ text: z.string(), by: z.string(), atMs: z.number() });
export type SessionMessage = z.infer<typeof SessionMessage>;

/** How far a program says that it is. `percent` is absent when it does not know. */
export const Progress = z.object({
  kind: z.enum(["normal", "indeterminate", "paused", "error"]),
  percent: z.int().min(0).max(100).optional(),
});
export type Progress = z.infer<typeof Progress>;
