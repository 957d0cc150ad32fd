/** Asks a server what queries find with some settings, many queries in a call; nothing is recorded. */
import { hitsPerPageMax } from '../../domain/query/query-limits.ts';
import { cutQueryText } from '../../domain/query/query-text.ts';
import { asRecord, badAnswer, isRecord, type JsonRecord, readAnswer } from '../api-answer.ts';
import type { Retrier } from '../import/retry.ts';
import { toMemberPath } from '../resource-commands.ts';
import type { QueryResult } from './measure-run.ts';

/** Few enough for the usual timeout, even if each takes a second. */
const queriesPerCall = 25;

export interface QueryRun {
	readonly engine: string;
	readonly texts: readonly string[];
	/** Undefined for all. */
	readonly indexNames: readonly string[] | undefined;
	/** The body of a change of search settings. */
	readonly settings: JsonRecord;
	readonly signal: AbortSignal;
}

/** A result for each text, in their order. @throws {CommandError} */
export async function runQueries(
	retrier: Pick<Retrier, 'send'>,
	{ engine, texts, indexNames, settings, signal }: QueryRun,
): Promise<readonly QueryResult[]> {
	const path = `${toMemberPath('/api/admin/v1/search_engines', engine)}/trial_searches`;
	const results: QueryResult[] = [];
	for (let at = 0; at < texts.length; at += queriesPerCall) {
		// Only this much is searched, and longer texts than any shopper types are refused.
		const queries = texts.slice(at, at + queriesPerCall).map((text) => cutQueryText(text).text);
		const body = JSON.stringify({ queries, indices: indexNames, hits: hitsPerPageMax, settings });
		const response = await retrier.send({ method: 'POST', path, body, signal }, 'harmless');
		const answer = asRecord(readAnswer(response, `search engine ${engine}`));
		if (!Array.isArray(answer.results) || answer.results.length !== queries.length) throw badAnswer('no results');
		results.push(...answer.results.map(toResult));
	}
	return results;
}

function toResult(value: unknown): QueryResult {
	const { total_found: count, hits } = asRecord(value);
	if (typeof count !== 'number' || !Array.isArray(hits) || !hits.every(isRecord)) throw badAnswer('no results');
	return { count, hits: hits.map(({ index, id }) => ({ index: String(index), id: String(id) })) };
}
