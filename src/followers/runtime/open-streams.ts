import type { Position } from '../../domain/log/position.ts';

/** What is built of one log, or of the part of a log that concerns it, and is in memory. */
export interface FollowedStream<Key> {
	readonly key: Key;
	/** Of a checkpoint that is taken now: every change up to it is in what was built, and none behind it. */
	readonly position: Position;
	/** Of what was built, in memory. */
	readonly byteCount: number;
}

/** Which streams are in memory, and which has to go when they are too large together? The one that was not used longest. */
export interface OpenStreams<Key, Stream extends FollowedStream<Key>> {
	readonly byteCount: number;
	readonly count: number;
	get(key: Key): Stream | undefined;
	/** Puts it in the place of the one of its key, if there is one, as the one used last. */
	put(stream: Stream): void;
	delete(key: Key): void;
	/** Notes that it was used. */
	use(key: Key): void;
	/** To be called when its size may have changed. */
	measure(stream: Stream): void;
	/** The one used longest ago first. */
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
