/** What the tables of methods share: their type, and fields that many requests have. */
import { z } from "zod";
import { SessionId } from "../shapes/basic-shapes.ts";

/** The shapes of a method's request and of its answer, by the method's name. */
export type MethodTable = Record<string, { params: z.ZodType; result: z.ZodType }>;

export const id = { id: SessionId };
/**
 * The name of a reader that uses many connections, one after the other, as the
 * command line does. It is a name among the clients of one principal. Default: the
 * connection is the reader.
 */
export const caller = { caller: z.string().min(1).max(256).optional() };
export const force = { force: z.boolean().optional() };
export const nothing = z.object({});
