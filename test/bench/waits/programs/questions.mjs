/**
 * A questionnaire as generators ask it, with the library that the first argument
 * names: some work, a menu, some work, a text, some work, yes or no. What it
 * prints between the questions is computed, so no echo holds it.
 */
import { setTimeout as sleep } from "node:timers/promises";

const WORK_MS = 600;
const COLORS = ["red", "green", "blue"];

const libraries = {
  async prompts() {
    const { default: prompts } = await import("prompts");
    const ask = async (question) => (await prompts({ name: "value", ...question })).value;
    return {
      menu: () => ask({ type: "select", message: "Color", choices: COLORS.map((title) => ({ title, value: title })) }),
      text: (message) => ask({ type: "text", message }),
      confirm: (message) => ask({ type: "confirm", message, initial: true }),
    };
  },
  async inquirer() {
    const { default: inquirer } = await import("inquirer");
    const ask = async (question) => (await inquirer.prompt([{ name: "value", ...question }])).value;
    return {
      menu: () => ask({ type: "select", message: "Color", choices: COLORS }),
      text: (message) => ask({ type: "input", message }),
      confirm: (message) => ask({ type: "confirm", message }),
    };
  },
  async clack() {
    const clack = await import("@clack/prompts");
    return {
      menu: () => clack.select({ message: "Color", options: COLORS.map((value) => ({ value, label: value })) }),
      text: (message) => clack.text({ message }),
      confirm: (message) => clack.confirm({ message }),
    };
  },
  async enquirer() {
    const { default: enquirer } = await import("enquirer");
    const ask = async (question) => (await enquirer.prompt({ name: "value", ...question })).value;
    return {
      menu: () => ask({ type: "select", message: "Color", choices: COLORS }),
      text: (message) => ask({ type: "input", message }),
      confirm: (message) => ask({ type: "confirm", message }),
    };
  },
};

/** Ends its line with two numbers that only this program prints: the label's length, and 333. */
async function work(label) {
  process.stdout.write(`${label} `);
  await sleep(WORK_MS);
  process.stdout.write(`<${label.length}-${COLORS.length * 111}>\n`);
}

const { menu, text, confirm } = await libraries[process.argv[2]]();
await work("Looking around");
await menu();
await work("Painting");
await text("Name of it");
await work("Writing");
await confirm("Install as well");
await work("Installing");
