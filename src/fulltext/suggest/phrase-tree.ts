/**
 * How many items have the phrases that begin with a word? A tree whose nodes are terms of a segment:
 *
 *     laptop 12 ─┬─ 17 5 ── silver 2          "laptop", "laptop 17", "laptop 17 silver", …
 *                └─ bag 4
 */

export interface PhraseTree {
	/** Counts the phrases terms[from], terms[from] terms[from+1], … up to before `to`, once for each document. */
	add(terms: Uint32Array, range: { readonly from: number; readonly to: number }, source: PhraseSource): void;
	/** The heaviest phrases, at most `countMax`. Each comes after all shorter phrases that it begins with. */
	list(countMax: number): readonly CountedPhrase[];
}

export interface PhraseSource {
	/** Documents come in any order, but all phrases of one document that begin with the same term come together. */
	readonly document: number;
	/** How much the document counts. */
	readonly weight: number;
}

export interface CountedPhrase {
	readonly terms: readonly number[];
	readonly weight: number;
	/** One of the documents that have it. */
	readonly document: number;
}

const termRange = 2 ** 32;

export function createPhraseTree(): PhraseTree {
	const children = new Map<number, number>();
	const parents: number[] = [-1];
	const terms: number[] = [-1];
	const weights: number[] = [0];
	const documents: number[] = [-1];
	const lastDocuments: number[] = [-1];

	function toTerms(node: number): number[] {
		const path: number[] = [];
		for (let at = node; at > 0; at = parents[at] as number) path.push(terms[at] as number);
		return path.reverse();
	}

	return {
		add(words, { from, to }, { document, weight }) {
			let node = 0;
			for (let at = from; at < to; at++) {
				const term = words[at] as number;
				const key = node * termRange + term;
				let child = children.get(key);
				if (child === undefined) {
					child = parents.length;
					children.set(key, child);
					parents.push(node);
					terms.push(term);
					weights.push(0);
					documents.push(document);
					lastDocuments.push(-1);
				}
				if (lastDocuments[child] !== document) weights[child] = (weights[child] as number) + weight;
				lastDocuments[child] = document;
				node = child;
			}
		},
		list(countMax) {
			const least = toLeastWeight(weights, countMax);
			const taken: number[] = [];
			for (let node = 1; node < weights.length; node++) if ((weights[node] as number) > least) taken.push(node);
			for (let node = 1; node < weights.length && taken.length < countMax; node++) {
				if (weights[node] === least) taken.push(node);
			}
			// A node is older than its children and never lighter, so a node is only taken after its ancestors.
			taken.sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
			return taken.map((node) => ({
				terms: toTerms(node),
				weight: weights[node] as number,
				document: documents[node] as number,
			}));
		},
	};
}

/**
 * The smallest weight that is taken: fewer than `countMax` nodes exceed it, and at least `countMax` have or exceed it.
 * The first node is the root.
 */
function toLeastWeight(weights: readonly number[], countMax: number): number {
	if (weights.length - 1 <= countMax) return -1;
	const sorted = Float64Array.from(weights.slice(1)).sort();
	return sorted[sorted.length - countMax] as number;
}
