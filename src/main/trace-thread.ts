/** Starts the traces of a thread of this program. */
import { env } from 'node:process';
import { type StopTracing, startTracing } from '../adapters/tracing/start-tracing.ts';
import type { ThreadName } from '../domain/health/server-state.ts';
import { version } from './version.ts';

/**
 * Must be called before anything is opened whose calls are to be traced. What keeps traces from being sent is reported by the
 * threads that have a log: all send to the same receiver.
 */
export function traceThread(thread: ThreadName, onTrouble: (problem: string) => void = ignore): Promise<StopTracing> {
	return startTracing({ environment: env, thread, version, onTrouble });
}

function ignore(): void {
	// Nobody is told.
}
