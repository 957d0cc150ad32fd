/** What a benchmark is compared with, in a process of its own that this folder has a file for. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface ReferenceServer {
	readonly url: string;
	stop(): void;
}

/** Starts the file, which sends its address once it listens. */
export async function startReference(file: string, words: readonly string[] = []): Promise<ReferenceServer> {
	const child = start(file, words);
	const [url] = await once(child, 'message');
	return { url, stop: () => child.kill() };
}

/** Runs the file. @returns what it sends. */
export async function runReference<T>(file: string, words: readonly string[]): Promise<T> {
	const [result] = await once(start(file, words), 'message');
	return result;
}

function start(file: string, words: readonly string[]): ChildProcess {
	return fork(new URL(file, import.meta.url), words, { stdio: 'inherit' });
}
