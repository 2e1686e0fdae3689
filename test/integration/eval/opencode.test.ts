import { testAgents } from "../../support/agent-tests.ts";

testAgents("opencode");
