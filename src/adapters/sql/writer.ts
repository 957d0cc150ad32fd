import type { WriteOperations } from './write-operations.ts';

/** Where write operations are run: in a thread, or in place. */
export interface Writer {
	/**
	 * Runs one operation and resolves with its answer once it is on disk; rejects as `Database` says.
	 * `group` and `name` name the operation, `args` are its arguments as plain data.
	 */
	call(group: keyof WriteOperations, name: string, args: readonly unknown[]): Promise<unknown>;
	/** Lets what is queued finish; calls that come later reject. */
	close(): Promise<void>;
}

type Operations = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The operations of one group as functions that have the writer run them. */
export function forwardTo<T>(writer: Writer, group: keyof WriteOperations, names: readonly (keyof T)[]): T {
	const operations: Operations = Object.fromEntries(
		names.map((name) => [name, (...args: unknown[]) => writer.call(group, String(name), args)]),
	);
	return operations as T;
}
