/**
 * What does BM25 find without any knowledge of products? One field of words, with the plural s cut off: the usual
 * baseline.
 */

/** The untuned defaults of common libraries. */
const k1 = 1.5;
const lengthWeight = 0.75;

export interface PlainBm25 {
	/** All documents with any word of the query, best first, as indexes into the texts. */
	search(query: string): number[];
}

/** An index over `texts`. Cost: O(words). */
export function createPlainBm25(texts: readonly string[]): PlainBm25 {
	const documents = texts.map(toWords);
	const averageLength = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
	const postings = new Map<string, Map<number, number>>();
	for (const [at, words] of documents.entries()) {
		for (const word of words) {
			const list = postings.get(word) ?? new Map<number, number>();
			list.set(at, (list.get(at) ?? 0) + 1);
			postings.set(word, list);
		}
	}
	return {
		search(query) {
			const scores = new Map<number, number>();
			for (const word of toWords(query)) {
				const list = postings.get(word) ?? new Map<number, number>();
				const rarity = Math.log(1 + (texts.length - list.size + 0.5) / (list.size + 0.5));
				for (const [at, count] of list) {
					const length = (documents[at] as string[]).length;
					const norm = k1 * (1 - lengthWeight + (lengthWeight * length) / averageLength);
					scores.set(at, (scores.get(at) ?? 0) + (rarity * count * (k1 + 1)) / (count + norm));
				}
			}
			return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => at);
		},
	};
}

function toWords(text: string): string[] {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word));
}
