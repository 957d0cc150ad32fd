import type { ServerState } from '../domain/health/server-state.ts';

/** It may be some seconds old, so callers may ask as often as they like. */
export type ReadServerState = () => Promise<ServerState>;
