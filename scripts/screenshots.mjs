/**
 * `npm run screenshots`: takes the README's pictures. `npm run screenshots -- demo` and
 * `npm run screenshots -- co-drive` take a part of them. Look at the pictures before you
 * commit them.
 */
import { recordCoDriving } from "./co-driving.mjs";
import { takeDemoPictures } from "./demo-pictures.mjs";
import { prepare } from "./prepare.mjs";

const PARTS = { demo: takeDemoPictures, "co-drive": recordCoDriving };

const named = process.argv.slice(2);
const unknown = named.find((part) => !Object.hasOwn(PARTS, part));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. The parts are: ${Object.keys(PARTS).join(", ")}`);
  process.exit(2);
}
prepare();
for (const [part, take] of Object.entries(PARTS)) if (named.length === 0 || named.includes(part)) await take();
