/** The versions that host and clients tell each other. Apart from protocol.ts, so that a command needs no schemas to know them. */

/** This program's version; the same as in package.json (a test compares them). */
export const VERSION = "0.1.0";

/** Raised on every incompatible change of the protocol; a host refuses any other version. */
export const PROTOCOL_VERSION = 1;
