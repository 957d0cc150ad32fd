import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** What a process has printed so far. */
export interface ChildOutput {
	stdout(): string;
	stderr(): string;
}

/** Collects the output from now on. */
export function gatherOutput(child: ChildProcessByStdio<Writable | null, Readable, Readable>): ChildOutput {
	const stdout = gather(child.stdout);
	return { stdout, stderr: gather(child.stderr) };
}

/** @returns a function that reads the text so far. */
export function gather(stream: Readable): () => string {
	let all = '';
	stream.setEncoding('utf8').on('data', (text: string) => {
		all += text;
	});
	return () => all;
}
