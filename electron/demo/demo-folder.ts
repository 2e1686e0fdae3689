/** The folder in which the demo's programs run. It lies among the temporary files and goes when the demo is over. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ordersC from "./programs/orders.c?raw";
import ordersPy from "./programs/orders.py?raw";
import serverSh from "./programs/server.sh?raw";
import testsSh from "./programs/tests.sh?raw";
import upgradeSh from "./programs/upgrade.sh?raw";

const FILES: Readonly<Record<string, string>> = {
  "orders.c": ordersC,
  "orders.py": ordersPy,
  "server.sh": serverSh,
  "tests.sh": testsSh,
  "upgrade.sh": upgradeSh,
};

export class DemoFolder implements Disposable {
  readonly path: string;

  /** Throws the system's error when the folder cannot be made. */
  constructor() {
    this.path = mkdtempSync(join(tmpdir(), "cotty-demo-"));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(this.path, name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
