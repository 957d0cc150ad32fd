/**
 * Answers a search with a list in which learned and plain ranking are interleaved. Both rank the same matches, so counts
 * and facets are those of any of them.
 *
 * Only the first `interleavedMax` hits are drafted. The coins depend on the session and the words, so all pages of a
 * list fit each other, as long as neither ranking changes.
 */
import { type Hit, type IndexAnswer, type IndexQuery, interleavedMax } from '../../domain/query/index-query.ts';
import { draftTeams } from '../../domain/query/team-draft.ts';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import type { Steps } from '../../lib/steps.ts';
import { hashTexts } from '../../lib/text-hash.ts';

/** Ranks by what was learned, or plainly. */
export type AnswerRanked = (query: IndexQuery, isLearned: boolean) => Steps<IndexAnswer>;

/** The seed of the coins of an interleaved list; undefined for a list that is not interleaved. */
export function toDraftSeed({ text, sort: [first], learned }: IndexQuery): string | undefined {
	const isByScore = first === undefined || first.kind === 'score';
	const typed = text.trim().toLowerCase();
	if (learned?.isInterleaved !== true || learned.seed === undefined || !isByScore || typed === '') return undefined;
	return `${learned.seed} ${typed}`;
}

/** Cost: that of two searches, of which one counts no facets. */
export function* interleave(query: IndexQuery, seed: string, answer: AnswerRanked): Steps<IndexAnswer> {
	const { from, size, isGrouped } = query;
	const end = Math.max(from + size, interleavedMax);
	const learned = yield* answer({ ...query, from: 0, size: end }, true);
	const plain = yield* answer({ ...query, from: 0, size: interleavedMax, facets: [] }, false);
	const random = createSeededRandom(hashTexts([seed]));
	// The best item of a group depends on the ranking, and only one of them may be in the list.
	const keyOf = ({ indexName, id, groupId }: Hit) =>
		isGrouped && groupId !== undefined
			? JSON.stringify([indexName, groupId, 'group'])
			: JSON.stringify([indexName, id]);
	const drafted = draftTeams(
		{ learned: learned.hits, plain: plain.hits },
		{ keyOf, size: interleavedMax, toss: () => random.chance(0.5) },
	);
	const page = drafted.slice(from, from + size);
	return { ...learned, hits: page.map(({ entry, team }) => (team === undefined ? entry : { ...entry, team })) };
}
