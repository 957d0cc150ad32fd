/** @returns what removes the oldest entries until no more than so many are left */
export type EvictOldest = (countMax: number) => void;

/**
 * For a map of limited size. A new iterator passes all that was deleted in front of the first entry since V8 last moved the
 * entries: 3 µs in a map of 5,000 of which the oldest are evicted one by one. This one goes on from where it was, and takes 0.2.
 */
export function createEviction<K, V>(
	map: Map<K, V>,
	onEvicted: (key: K, value: V) => void = () => undefined,
): EvictOldest {
	let oldest = map.entries();
	return (countMax) => {
		while (map.size > countMax) {
			const { value: entry } = oldest.next();
			if (entry === undefined) {
				oldest = map.entries();
				continue;
			}
			map.delete(entry[0]);
			onEvicted(...entry);
		}
	};
}
