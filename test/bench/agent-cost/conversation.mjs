/** What a conversation costs the agent that has it. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export class Conversation {
  #definitionTokens;
  calls = 0;
  tokens = 0;
  /** Every turn reads the tool's definition and all that was said before again. */
  reRead = 0;
  /** Everything the tool answered, for the check of the answers. */
  heard = "";

  constructor(definitionTokens) {
    this.#definitionTokens = definitionTokens;
  }

  /** One turn: `request` as the agent writes it, answered by `run`. Resolves with the answer, as an agent gets it. */
  async call(request, run) {
    this.calls++;
    this.reRead += this.#definitionTokens + this.tokens;
    const answer = (await run()).trimEnd();
    this.tokens += countTokens(request) + countTokens(answer);
    this.heard += `${answer}\n`;
    return answer;
  }
}

export const tokensOf = (text) => countTokens(text);
