/** Lines that ask for something which the program will not show. A guess, by their words. */

const SECRET =
  /(?:password|passphrase|passcode|verification code|pin|\bre-?type to verify)(?: for .+| again| \([^:()]*\))?:\s*$/i;

/** The last line asks for a secret: what is typed next will not show. */
export function asksForSecret(lastLine: string): boolean {
  return SECRET.test(lastLine.slice(-200).trimEnd());
}
