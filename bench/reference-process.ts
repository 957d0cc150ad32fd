/**
 * The reference of a benchmark, in a process of its own. References are in `references/` and import nothing of the
 * server, so that changes of the server cannot change them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A file of `references/`. */
type ReferenceName = 'empty-handler' | 'raw-sqlite' | 'raw-postgres';

export interface ReferenceServer {
	readonly url: string;
	stop(): void;
}

/** Starts the reference, which sends its address once it listens. */
export async function startReference(name: ReferenceName, words: readonly string[] = []): Promise<ReferenceServer> {
	const child = start(name, words);
	const url = await receive<string>(child);
	return { url, stop: () => child.kill() };
}

/** Runs the reference. @returns the message that it sends. */
export function runReference<T>(name: ReferenceName, words: readonly string[]): Promise<T> {
	return receive<T>(start(name, words));
}

export interface AskedReference {
	/** One question at a time. */
	ask<T>(question: object): Promise<T>;
	/** Waits for its end. */
	stop(): Promise<void>;
}

/** Starts the reference, which sends a word once it is ready, and then an answer to each question. */
export async function startAskedReference(name: ReferenceName, words: readonly string[]): Promise<AskedReference> {
	const child = start(name, words);
	await receive(child);
	return {
		ask(question) {
			child.send(question);
			return receive(child);
		},
		async stop() {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}

async function receive<T>(child: ChildProcess): Promise<T> {
	const ended = new AbortController();
	const onExit = () => ended.abort(new Error('the reference ended without an answer'));
	child.once('exit', onExit);
	try {
		const [message] = await once(child, 'message', { signal: ended.signal });
		return message;
	} finally {
		child.off('exit', onExit);
	}
}

function start(name: ReferenceName, words: readonly string[]): ChildProcess {
	return fork(new URL(`./references/${name}.ts`, import.meta.url), words, { stdio: 'inherit' });
}
