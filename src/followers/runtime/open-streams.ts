import type { Position } from '../../domain/log/position.ts';

/** Something built from one log, or from a part of it, that is in memory. */
export interface FollowedStream<Key> {
	readonly key: Key;
	/** Position of a checkpoint taken now: the stream contains every change up to it, and none after it. */
	readonly position: Position;
	/** Its size in memory. */
	readonly byteCount: number;
}

/** Which streams are in memory, and which one is evicted when they exceed the limit? The least recently used. */
export interface OpenStreams<Key, Stream extends FollowedStream<Key>> {
	readonly byteCount: number;
	readonly count: number;
	get(key: Key): Stream | undefined;
	/** Adds a stream as the most recently used, replacing the one with the same key. */
	put(stream: Stream): void;
	delete(key: Key): void;
	/** Notes that a stream was used. */
	use(key: Key): void;
	/** To be called when the size of a stream may have changed. */
	measure(stream: Stream): void;
	/** The least recently used first. */
	list(): Iterable<Stream>;
}

export function createOpenStreams<Key, Stream extends FollowedStream<Key>>(): OpenStreams<Key, Stream> {
	/** In the order of use. */
	const streams = new Map<Key, { readonly stream: Stream; byteCount: number }>();
	let byteCount = 0;

	function remove(key: Key): void {
		byteCount -= streams.get(key)?.byteCount ?? 0;
		streams.delete(key);
	}

	return {
		get byteCount() {
			return byteCount;
		},
		get count() {
			return streams.size;
		},
		get: (key) => streams.get(key)?.stream,
		put(stream) {
			remove(stream.key);
			streams.set(stream.key, { stream, byteCount: stream.byteCount });
			byteCount += stream.byteCount;
		},
		delete: remove,
		use(key) {
			const entry = streams.get(key);
			if (entry === undefined) return;
			streams.delete(key);
			streams.set(key, entry);
		},
		measure(stream) {
			const entry = streams.get(stream.key);
			if (entry?.stream !== stream) return;
			byteCount += stream.byteCount - entry.byteCount;
			entry.byteCount = stream.byteCount;
		},
		*list() {
			for (const { stream } of streams.values()) yield stream;
		},
	};
}
