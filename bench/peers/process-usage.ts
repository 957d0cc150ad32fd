/** Which process listens at an address of this machine, and what does it use? As Linux tells it in /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** @returns undefined if no process of this user listens at the port on this machine. */
export function findListener(url: string): number | undefined {
	const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
	const listening = '0A';
	const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1));
	const inodes = rows
		.map((row) => row.trim().split(/\s+/))
		.filter(([, local = '', , state]) => state === listening && local.endsWith(`:${port}`))
		.map((columns) => `socket:[${columns[9]}]`);
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	const found = pids.find((pid) => listSockets(pid).some((name) => inodes.includes(name)));
	return found === undefined ? undefined : Number(found);
}

function listSockets(pid: string): string[] {
	try {
		return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
	} catch {
		// The process has ended, closed a file meanwhile, or belongs to somebody else.
		return [];
	}
}

/** Memory of its own, and pages of files that are mapped and may be dropped at any time, in MB. */
export function readProcessMemory(pid: number): { readonly ownMb: number; readonly mappedMb: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
	return { ownMb: read('RssAnon') + read('RssShmem'), mappedMb: read('RssFile') };
}

/** Processor time of all threads that it has now, in ms: it is the same however busy the machine is. */
export function readProcessCpuMs(pid: number): number {
	const threads = readdirSync(`/proc/${pid}/task`);
	return threads.reduce((sum, thread) => sum + readThreadCpuMs(pid, thread), 0);
}

function readThreadCpuMs(pid: number, thread: string): number {
	try {
		return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
	} catch {
		// The thread has ended.
		return 0;
	}
}
