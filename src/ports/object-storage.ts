/**
 * Named pieces of bytes that several machines share: a directory, or a bucket. Names are those of `objectNamePattern`; what
 * others have put there under other names is not listed. A call whose signal aborts rejects as `away`; whether it was done is not
 * known then.
 */
export interface ObjectStorage {
	/** Objects whose names begin with the prefix, which is empty or ends with a slash, in any order. */
	list(prefix: string, signal?: AbortSignal): Promise<readonly StoredObject[]>;
	/**
	 * All bytes of an object; undefined when there is none.
	 * @throws {StorageError} also for an object that is larger than `byteCountMax`, without reading it
	 */
	read(name: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer> | undefined>;
	/** Replaces the object in one step. @param bytes some megabytes at most */
	write(name: string, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>;
	/** Does nothing when there is none. */
	remove(name: string, signal?: AbortSignal): Promise<void>;
}

export interface StoredObject {
	readonly name: string;
	readonly byteCount: number;
}

export interface ReadOptions {
	readonly byteCountMax: number;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/** Parts of letters, digits, hyphens and dots, none of which begins with a dot, with slashes between them. */
export const objectNamePattern = /^[A-Za-z0-9-][A-Za-z0-9.-]{0,99}(?:\/[A-Za-z0-9-][A-Za-z0-9.-]{0,99}){0,5}$/;
/** A storage with more objects is not ours alone. */
export const listedObjectsMax = 1_000_000;

/** `denied`: the right is missing. `away`: there is no answer in time, or none that can be used. */
export class StorageError extends Error {
	readonly reason: 'denied' | 'away' | 'too_large';

	constructor(reason: StorageError['reason'], message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'StorageError';
		this.reason = reason;
	}
}
