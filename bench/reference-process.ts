/**
 * The reference of a benchmark, in a process of its own. References are in `references/` and import nothing of the
 * server, so that changes of the server cannot change them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A file of `references/`. */
type ReferenceName = 'empty-handler' | 'raw-sqlite';

export interface ReferenceServer {
	readonly url: string;
	stop(): void;
}

/** Starts the reference, which sends its address once it listens. */
export async function startReference(name: ReferenceName, words: readonly string[] = []): Promise<ReferenceServer> {
	const child = start(name, words);
	const [url] = await once(child, 'message');
	return { url, stop: () => child.kill() };
}

/** Runs the reference. @returns the message that it sends. */
export async function runReference<T>(name: ReferenceName, words: readonly string[]): Promise<T> {
	const [result] = await once(start(name, words), 'message');
	return result;
}

function start(name: ReferenceName, words: readonly string[]): ChildProcess {
	return fork(new URL(`./references/${name}.ts`, import.meta.url), words, { stdio: 'inherit' });
}
