import { join } from "node:path";

/** Where a job goes that has no `-o`: a folder of the working directory, named after the time. */
export const newJobFolder = (): string => join("evaluation-results", new Date().toISOString().slice(0, 19).replaceAll(":", "-"));
