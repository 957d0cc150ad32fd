/**
 * How much memory may this process use? The machine's memory, or less if a control group limits it: a container may have
 * 1 GB of a machine with 64, and the kernel silently kills a process that uses more.
 *
 * The limits of all groups above this one apply, too. A container often sees its own group as the root.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { posix } from 'node:path';

/** The text of a file; undefined when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

/** @returns bytes, > 0. */
export function readMemoryLimitBytes(read: ReadText = readText, machineBytes = totalmem()): number {
	const groups = (read('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
	const limits = groups.flatMap(([, controllers = '', ...path]) => {
		const group = path.join(':');
		if (controllers === '')
			return readUpwards({ root: '/sys/fs/cgroup', group, names: ['memory.max', 'memory.high'] }, read);
		if (!controllers.split(',').includes('memory')) return [];
		return readUpwards({ root: '/sys/fs/cgroup/memory', group, names: ['memory.limit_in_bytes'] }, read);
	});
	return Math.min(machineBytes, ...limits);
}

interface ControlGroup {
	readonly root: string;
	/** Its path below the root. */
	readonly group: string;
	/** The files that contain a limit. */
	readonly names: readonly string[];
}

/** The limits of a group and of those above it, in bytes. */
function readUpwards({ root, group, names }: ControlGroup, read: ReadText): number[] {
	const limits: number[] = [];
	for (let path = posix.join('/', group); ; path = posix.dirname(path)) {
		for (const name of names) {
			const bytes = Number(read(posix.join(root, path, name))?.trim());
			// "max" is not a number, and in version 1 "no limit" is 2⁶³ less a page: more than any machine has.
			if (Number.isSafeInteger(bytes) && bytes > 0) limits.push(bytes);
		}
		if (path === '/') return limits;
	}
}

function readText(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// Another system, another version of control groups, or a group that is not visible from here.
		return undefined;
	}
}
