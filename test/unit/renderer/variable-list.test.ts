import { expect, test } from "vitest";
import { looksSecret, toEnvironment, variablesIn } from "../../../renderer/new-session/variable-list.ts";

test.each(["GITHUB_TOKEN", "aws_secret_access_key", "DB_PASSWORD", "PGPASSWORD", "API_KEY", "NPM_AUTH", "MYSQL_PWD", "DB_PASS"])(
  "%s looks secret",
  (name) => expect(looksSecret(name)).toBe(true),
);

test.each(["PATH", "LANG", "PWD", "OLDPWD", "NODE_ENV", "EDITOR"])("%s does not", (name) =>
  expect(looksSecret(name)).toBe(false),
);

test("lines of a file become variables, other text does not", () => {
  expect(variablesIn("# local\nexport A=1\n\nB=\"two words\"\nC='x=y'\nD=")).toEqual([
    { name: "A", value: "1" },
    { name: "B", value: "two words" },
    { name: "C", value: "x=y" },
    { name: "D", value: "" },
  ]);
  expect(variablesIn("DEBUG")).toBeUndefined();
  expect(variablesIn("A=1\nnot a variable")).toBeUndefined();
  expect(variablesIn("")).toBeUndefined();
});

test("empty rows are left out, and a wrong name is named", () => {
  const rows = [
    { name: " A ", value: " kept as it is " },
    { name: "", value: "" },
  ];
  expect(toEnvironment(rows)).toEqual({ A: " kept as it is " });
  expect(() => toEnvironment([{ name: "1A", value: "" }])).toThrow("“1A” is no name of a variable");
  expect(() => toEnvironment([{ name: "", value: "lost?" }])).toThrow("is no name of a variable");
});
