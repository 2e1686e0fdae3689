/**
 * A reporter for vitest: writes the errors that belong to no test to the file that
 * `STRAY_ERRORS_FILE` names. They are rejections that nobody handled, for example,
 * or workers that crashed. Vitest's own JSON report leaves them out.
 */
import { writeFileSync } from "node:fs";

export default class StrayErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.STRAY_ERRORS_FILE, JSON.stringify(errors));
  }
}
