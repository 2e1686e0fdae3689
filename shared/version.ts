/** The versions of the program and the protocol. This file loads no schemas, because the command line must start fast. */

/** This program's version. A test checks that package.json has the same. */
export const VERSION = "0.1.0";

/** Raised with every incompatible change of the protocol. A host refuses clients with another version. */
export const PROTOCOL_VERSION = 1;
