/** What may be wrong with a file of queries: ids that no item has, and ratings that contradict each other. */
import { asRecords, readAnswer } from '../api-answer.ts';
import type { Retrier } from '../import/retry.ts';
import { toMemberPath } from '../resource-commands.ts';
import { examplesMax, type QuerySet } from './query-set.ts';

interface Asked {
	readonly retrier: Pick<Retrier, 'send'>;
	readonly engine: string;
	readonly signal: AbortSignal;
}

/** As many as a call takes. */
const idsPerCall = 100;
/** Of more ids the first ones: whoever has the wrong ids has them from the beginning. */
const idsMax = 5_000;

/** Warnings in sentences. @throws {CommandError} when the items cannot be read */
export async function listWarnings(set: QuerySet, asked: Asked): Promise<readonly string[]> {
	const { count, first } = set.conflicts;
	const warnings: string[] = [];
	if (count > 0) {
		const pairs = listExamples(
			first.map(({ query, item }) => `${item} for "${query}"`),
			count,
		);
		warnings.push(
			`${count === 1 ? 'one item of a query is' : `${count} items of queries are`} rated in several ways, of which the last counts: ${pairs}.`,
		);
	}
	const ids = [...set.itemIds].slice(0, idsMax);
	const unknown = await findUnknown(ids, asked);
	if (unknown.length > 0) {
		const of = ids.length < set.itemIds.size ? `the first ${idsMax} ids` : `${ids.length} ids`;
		warnings.push(`no item has ${unknown.length} of ${of}: ${listExamples(unknown, unknown.length)}.`);
	}
	return warnings;
}

function listExamples(texts: readonly string[], count: number): string {
	return `${texts.slice(0, examplesMax).join(', ')}${count > examplesMax ? ', …' : ''}`;
}

/** The ids that no item has in any index. */
async function findUnknown(ids: readonly string[], { retrier, engine, signal }: Asked): Promise<readonly string[]> {
	const indices = `${toMemberPath('/api/v2/search_engines', engine)}/indices`;
	const listed = await retrier.send({ method: 'GET', path: indices, signal }, 'harmless');
	let unknown = ids;
	for (const { name } of asRecords(readAnswer(listed, `search engine ${engine}`))) {
		const path = `${toMemberPath(indices, String(name))}/items/_mget`;
		const left: string[] = [];
		for (let at = 0; at < unknown.length; at += idsPerCall) {
			const body = JSON.stringify(unknown.slice(at, at + idsPerCall).map((id) => ({ id })));
			const response = await retrier.send({ method: 'POST', path, body, signal }, 'harmless');
			const found = asRecords(readAnswer(response, `index ${name}`));
			left.push(...found.filter((entry) => entry.found === false).map(({ id }) => String(id)));
		}
		unknown = left;
	}
	return unknown;
}
