/** Environment variables as a person enters them. They are passed to the program and kept nowhere. */

export type Variable = {
  readonly name: string;
  readonly value: string;
  /** The person has asked to see this value, although it looks secret. */
  readonly isShown?: boolean;
};

const SECRET = /TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|(?:^|_)PW(?:D)?(?:_|$)|KEY|CREDENTIAL|AUTH/i;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether the value of a variable of this name is hidden while it is entered. `PWD` alone is a folder. */
export function looksSecret(name: string): boolean {
  return name !== "PWD" && SECRET.test(name);
}

/** The variables in pasted text: `name=value` lines, with or without `export` and quotes. Undefined when it is something else. */
export function variablesIn(text: string): Variable[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const found = lines.map(variableIn);
  return found.length > 0 && found.every((variable) => variable !== undefined) ? found : undefined;
}

function variableIn(line: string): Variable | undefined {
  const [, name, value = ""] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const [, , quoted] = /^(["'])(.*)\1$/.exec(value.trim()) ?? [];
  return { name, value: quoted ?? value.trim() };
}

/** The variables of a request. Throws for a name that no variable can have. Rows without a name and a value are left out. */
export function toEnvironment(variables: readonly Variable[]): Record<string, string> {
  const given = variables.filter(({ name, value }) => name.trim() !== "" || value !== "");
  const wrong = given.find(({ name }) => !NAME.test(name.trim()));
  if (wrong) throw new Error(`“${wrong.name}” is no name of a variable: use letters, digits and _, and no digit first`);
  return Object.fromEntries(given.map(({ name, value }) => [name.trim(), value]));
}
