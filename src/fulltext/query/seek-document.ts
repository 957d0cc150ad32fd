/** Where in a chunk of postings is a document? The search that the intersecting loops share. */

/**
 * The first place from `from` on whose document is not below `low`. Guessed by where it would stand if the documents
 * were spread evenly, as those of most terms nearly are; then in growing steps from there, then by halves.
 */
export function seekDocument(
	documents: Uint16Array,
	low: number,
	{ from, end }: { from: number; end: number },
): number {
	if (from >= end) return end;
	const lowest = documents[from] as number;
	if (lowest >= low) return from;
	let first = from + ((((low - lowest) * (end - from)) / (0x10000 - lowest)) | 0);
	let last = first;
	let step = 1;
	if ((documents[first] as number) < low) {
		while (last < end && (documents[last] as number) < low) {
			first = last + 1;
			last += step;
			step <<= 1;
		}
		if (last > end) last = end;
	} else {
		while (first > from && (documents[first] as number) >= low) {
			last = first;
			first -= step;
			step <<= 1;
		}
		if (first < from) first = from;
	}
	while (first < last) {
		const middle = (first + last) >>> 1;
		if ((documents[middle] as number) < low) first = middle + 1;
		else last = middle;
	}
	return first;
}
