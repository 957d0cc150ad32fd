/** Keeps what is sent of an answer for requests that ask the same of the same page. */
import type { KeptAnswer, KeptAnswers, SharedAnswer } from '../server/kept-answers.ts';
import { type SearchAnswer, toSharedAnswer } from './search-wire.ts';

/** The kept answer, or a new one, which is kept. */
export function keepAnswer(kept: KeptAnswers | undefined, answer: SearchAnswer): SharedAnswer {
	const { page } = answer.outcome;
	if (kept === undefined || page === undefined) return toSharedAnswer(answer);
	const variant = toVariant(answer);
	const schemas = answer.engine.indices.map(({ schemaOverrides }) => schemaOverrides);
	const known = kept.get(page);
	if (known?.variant === variant && areSame(known.schemas, schemas)) return known;
	const fresh = { ...toSharedAnswer(answer), variant, schemas };
	kept.set(page, fresh);
	return fresh;
}

/** What a request says of the answer that it does not ask of the index. */
function toVariant({ request }: SearchAnswer): string {
	const { isTextTruncated, facets, hasEmptyFacets = false, resultFields } = request;
	const fields = resultFields === undefined ? '' : JSON.stringify([...resultFields]);
	return `${isTextTruncated} ${facets === undefined} ${hasEmptyFacets} ${fields}`;
}

function areSame(known: KeptAnswer['schemas'], now: KeptAnswer['schemas']): boolean {
	return known.length === now.length && known.every((schema, at) => schema === now[at]);
}
