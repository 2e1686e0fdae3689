import { testAgents } from "../../support/agent-tests.ts";

testAgents("claude-code", "pi");
