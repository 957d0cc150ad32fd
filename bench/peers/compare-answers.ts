/**
 * Do the answers of two servers mean the same? Where the order is defined, the prices of the results must be equal, and
 * so must the counts of facets over the same matches. Totals are compared where both are exact; they may differ where
 * words are analysed in another way, so the share of equal ones is told. Meilisearch estimates its totals, and drops
 * words.
 */
import type { BenchQuery } from '../fulltext-queries.ts';
import type { Asking, Peer, PeerAnswer } from './peer.ts';

const comparedPerClass = 25;
const named: Asking = { isNamed: true, facets: 'own' };
/** The facets that no filter of a class is on: ours ignore the filter on their own field. */
const comparedFacets = ['brand', 'colour'];

/** @throws {Error} where the order or the facets of a class without words differ */
export async function compareAnswers(
	[ours, ...others]: readonly Peer[],
	queries: ReadonlyMap<string, readonly BenchQuery[]>,
): Promise<string[]> {
	const lines: string[] = [];
	for (const [queryClass, ofClass] of queries) {
		// Those of all classes in turn are queries of the others.
		if (ours === undefined || ofClass.some((query) => query.queryClass !== queryClass)) continue;
		for (const peer of others) lines.push(await compareClass(ours, peer, ofClass.slice(0, comparedPerClass)));
	}
	return lines;
}

/** @returns how much is equal, in words. */
async function compareClass(ours: Peer, peer: Peer, queries: readonly BenchQuery[]): Promise<string> {
	let equalTotals = 0;
	let sharedIds = 0;
	let shownIds = 0;
	for (const query of queries) {
		const left = await answer(ours, query);
		const right = await answer(peer, query);
		if (left.total === right.total) equalTotals += 1;
		if (query.words.length === 0) checkDefined(`${query.queryClass}, of ${peer.name}`, left, right);
		shownIds += left.ids.length;
		sharedIds += left.ids.filter((id) => right.ids.includes(id)).length;
	}
	const kind = peer.hasExactTotals ? 'totals' : 'estimated totals';
	const share = shownIds === 0 ? 0 : Math.round((100 * sharedIds) / shownIds);
	const [{ queryClass } = { queryClass: '' }] = queries;
	return `${queryClass}: as in ${peer.name} are ${equalTotals} of ${queries.length} ${kind}, ${share} % of the results`;
}

async function answer(peer: Peer, query: BenchQuery): Promise<PeerAnswer> {
	const request = Buffer.from(peer.toRequest(query, named)).toString('utf8');
	const [head = '', body = ''] = request.split('\r\n\r\n');
	const [first = '', ...headers] = head.split('\r\n');
	const [method = '', path = ''] = first.split(' ');
	const sent = headers.map((line) => line.split(': ') as [string, string]);
	const kept = sent.filter(([name]) => name === 'Authorization' || name === 'Content-Type');
	const answered = await fetch(peer.url + path, { method, body, headers: kept });
	const text = await answered.text();
	if (!answered.ok) throw new Error(`${peer.name}: ${answered.status} ${text.slice(0, 300)}`);
	return peer.readAnswer(text);
}

/** Equal prices may be in any order, so the prices themselves are compared. */
function checkDefined(where: string, left: PeerAnswer, right: PeerAnswer): void {
	const compare = (what: string, ours: unknown, theirs: unknown) => {
		if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
		throw new Error(`${what} of ${where}: ${JSON.stringify(theirs)} instead of ${JSON.stringify(ours)}`);
	};
	compare('total', left.total, right.total);
	compare('prices', left.prices, right.prices);
	for (const field of comparedFacets) {
		const theirs = right.facets.get(field) ?? [];
		compare(`facet ${field}`, (left.facets.get(field) ?? []).slice(0, theirs.length), theirs);
	}
}
