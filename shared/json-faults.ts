/** What is wrong with a text that is no JSON, in words, by the codes of the parser (jsonc-parser). */

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is no value",
  InvalidNumberFormat: "a number that is none",
  PropertyNameExpected: "a name in quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing brace } is missing",
  CloseBracketExpected: "a closing bracket ] is missing",
  EndOfFileExpected: "something stands after the end",
  InvalidCommentToken: "a comment where none may be",
  UnexpectedEndOfComment: "a comment does not end",
  UnexpectedEndOfString: "a text does not end",
  UnexpectedEndOfNumber: "a number does not end",
  InvalidUnicode: "an escape \\u without four hexadecimal digits",
  InvalidEscapeCharacter: "an escape that does not exist",
  InvalidCharacter: "a character that must be an escape in a text",
};

/** The fault in words. A code that is not known is told as it is. */
export function jsonFault(code: string): string {
  return WORDS[code] ?? code;
}
