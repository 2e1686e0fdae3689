/**
 * The error numbers of JSON-RPC 2.0. It reserves -32000 to -32099 for errors that
 * an implementation defines; `host` is ours. This file loads no schemas, because
 * the command line must start fast.
 */
export const RpcErrorNumber = { parse: -32700, invalid: -32600, unknownMethod: -32601, params: -32602, host: -32000 } as const;
