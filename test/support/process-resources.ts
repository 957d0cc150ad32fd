/** Resources that this process holds. Files and threads are known only on Linux; elsewhere they are 0. */
import { existsSync, readdirSync } from 'node:fs';

export interface ProcessResources {
	readonly fileCount: number;
	readonly threadCount: number;
	/** Timers of this thread. */
	readonly timerCount: number;
}

export function readProcessResources(): ProcessResources {
	return {
		fileCount: countEntries('/proc/self/fd'),
		threadCount: countEntries('/proc/self/task'),
		timerCount: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
	};
}

function countEntries(path: string): number {
	return existsSync(path) ? readdirSync(path).length : 0;
}
