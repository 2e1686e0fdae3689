/**
 * What prompts look like at their end. A shape proves nothing: whoever asks
 * decides how much it is worth. The screen workers and the host both ask.
 */

/** What shells end their prompts with. */
const SHELL_ENDS = "$#%>»›❯➜";
/** What other programs end theirs with: `(gdb)`, `In [7]:`, `Continue?`. */
const OTHER_ENDS = ":?*)\\]}λ";
/** What a prompt for more of an input ends with: `...`, `   ->`, `quote|`. Much else ends so, too. */
const CONTINUATION_ENDS = ".\\-|";

const PROMPT = new RegExp(`[${SHELL_ENDS}${OTHER_ENDS}]\\s?$`);
/** Editors put the indentation of the next line behind such a prompt. */
const CONTINUATION = /^(?:\.{3,}|\|) $|^\s*\.{3,}(?:\(\d+\))?[:>]? +$|^\S+\d\* +$|^>$/;
const BEFORE_ECHO = new RegExp(`[${SHELL_ENDS}${OTHER_ENDS}${CONTINUATION_ENDS}]\\s?$`);
/** Ends that progress and notices have as well: `10%`, `(1/2)`, `Checking: `. Those that prompts alone have are followed by a blank. */
const CERTAIN = /(?:[$#>»›❯➜)\]}λ*] |\[\d+\]: )$/;
const SHELL_PROMPT = new RegExp(`[${SHELL_ENDS}] $`);

/** The line before the cursor ends as prompts do, or is a whole prompt for more of an input (`... `). */
export function endsLikePrompt(line: string): boolean {
  return PROMPT.test(line) || isContinuation(line);
}

/** The line is no more than a prompt for more of an input, as programs print nothing else. */
export function isContinuation(line: string): boolean {
  return CONTINUATION.test(line);
}

/** The line ends as prompts do, and as partial lines of progress do not. */
export function endsCertainlyLikePrompt(line: string): boolean {
  return CERTAIN.test(line) || isContinuation(line);
}

/** The same for what stands before text that is known to have been typed: there, less will do. */
export function endsLikePromptBeforeEcho(before: string): boolean {
  return BEFORE_ECHO.test(before);
}

/** `220 ready` (a digit for what has come of the command; 1 is for one that goes on, and a hyphen behind the number for a line of several), `+OK 2 messages`, `a1 OK done`. */
const REPLY = /^(?:[2-5]\d\d(?:$| )|(?:\+OK|-ERR)\b|[A-Za-z]*\d+ (?:OK|NO|BAD)\b)/;
/** `+PONG`, `:123`, `-WRONGTYPE Operation …`, and `$-1` and `*0` for nothing. */
const REDIS_REPLY = /^(?:\+[A-Z]+$|:-?\d+$|-[A-Z]{3,} |\$-1$|\*(?:-1|0)$)/;

/** The line is the last one of a server's reply, after which it awaits the next command: RFC 959, 1939, 3501, 5321, and Redis's protocol (RESP). */
export function endsReply(line: string): boolean {
  return REPLY.test(line) || REDIS_REPLY.test(line);
}

/** The line ends as shells' prompts do. */
export function endsLikeShellPrompt(line: string): boolean {
  return SHELL_PROMPT.test(line);
}

/** The line is no more than the left border, prompt and indentation of an input field, as agents draw one. */
export function isFieldStart(line: string): boolean {
  return /^[\s│|┃.>❯]*$/u.test(line);
}

/** The line is no more than the left border and indentation of an input field, without a prompt. */
export function isFieldBorder(line: string): boolean {
  return /^[\s│|┃]*$/u.test(line);
}

/** Blanks and the right border of an input field. */
const FIELD_END = /[\s│|┃]/;

/** Without the right border of an input field. */
export function withoutFieldEnd(line: string): string {
  // Not one expression: on a line that is all blanks, that would look for its end from each of them.
  let end = line.length;
  while (end > 0 && FIELD_END.test(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}
