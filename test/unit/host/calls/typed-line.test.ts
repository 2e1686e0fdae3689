import { expect, test } from "vitest";
import { TypedLine } from "../../../../electron/host/calls/typed-line.ts";

/** What the screen is told of keys that are typed one by one. */
function notesOf(keys: readonly string[]): { line: TypedLine; notes: string[] } {
  const notes: string[] = [];
  const line = new TypedLine({
    noteInput: (typed) => void notes.push(`note ${JSON.stringify(typed)}`),
    screen: { addInput: (typed) => void notes.push(`add ${JSON.stringify(typed)}`) },
  });
  for (const key of keys) line.note(key);
  return { line, notes };
}

test("a line makes one baseline, at its first key, and one message more, at its end", () => {
  expect(notesOf([..."make\r", ..."ls\r"]).notes).toEqual(['note "m"', 'add "ake\\r"', 'note "l"', 'add "s\\r"']);
});

test("a line that comes whole is one message; keys that give up a line end it", () => {
  expect(notesOf(["make\r", "x"]).notes).toEqual(['note "make\\r"', 'note "x"']);
  expect(notesOf(["a", "b", "\x03", "c"]).notes).toEqual(['note "a"', 'add "b\\u0003"', 'note "c"']);
});

test("before somebody waits, the rest of the line is added, and the next key begins anew", () => {
  const { line, notes } = notesOf(["a", "b"]);
  line.end();
  line.end();
  line.note("c");
  expect(notes).toEqual(['note "a"', 'add "b"', 'note "c"']);
});

test("keys without an end do not gather for ever", () => {
  const { notes } = notesOf(Array.from({ length: 5000 }, () => "j"));
  expect(notes.length).toBeGreaterThan(4);
  expect(notes.length).toBeLessThan(12);
});
