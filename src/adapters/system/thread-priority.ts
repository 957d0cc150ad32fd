/** For work that can wait: a thread that takes a processor only while other threads leave it one. */
import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of −20 … 19. Where processors are scarce, it is a tenth of the time that a thread at 0 gets. */
const patientNice = 10;

/**
 * Lowers the priority of the calling thread, where the system has priorities of threads: Linux takes the number of a
 * thread for that of a process. Elsewhere, and where it is not permitted, nothing changes.
 * @returns the number of the thread, if its priority was changed
 */
export function yieldToOtherThreads(): number | undefined {
	if (process.platform !== 'linux') return undefined;
	try {
		// As in `1234/task/1240`.
		const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
		setPriority(thread, patientNice);
		return thread;
	} catch {
		// A container without /proc, or one that forbids the call.
		return undefined;
	}
}

/**
 * How long the calling thread could have run but had to wait for a processor, since it began, in milliseconds: on Linux, the
 * second number of `/proc/thread-self/schedstat`. 0 where the system does not say. Cost: some 10 µs.
 */
export function readProcessorWaitMs(): number {
	if (process.platform !== 'linux') return 0;
	try {
		const [, waitNs] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
		return Number(waitNs ?? 0) / 1e6;
	} catch {
		// A container without /proc, or a kernel without these numbers.
		return 0;
	}
}
