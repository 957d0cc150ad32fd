/** The reports on what searches were narrowed by, for `recount-reports.ts`. */
import {
	divide,
	type EngineFact,
	type Facts,
	groupBy,
	isOfDevice,
	isOfQuery,
	type Question,
	type RecountedReport,
	type RecountedRow,
	sumOf,
	toQueryText,
} from './recount-question.ts';

export function countFacets(question: Question): RecountedReport {
	return {
		rows: groupBy(listFacets(question, 'field'), 'field').map(([facet, { length: count }]) => ({
			...{ row: { facet, count, timestamp: question.time.days[0]?.startMs }, order: count },
		})),
	};
}

/** Of fields, or of their values. */
function listFacets(question: Question, which: 'field' | 'value'): Facts {
	const fields = question.list('facet[]');
	return question.facts(
		'facets',
		(fact: EngineFact) =>
			isOfDevice(question, fact) &&
			isOfQuery(question, fact) &&
			(fields.length === 0 || fields.includes(String(fact.dimensions.field))) &&
			(fact.dimensions.value === '') === (which === 'field'),
	);
}

/** Of each day, by the names of the fields. */
export function countFacetDays(question: Question): RecountedReport {
	const { time } = question;
	const fields = groupBy(listFacets(question, 'field'), 'field').toSorted(([a], [b]) => (a < b ? -1 : 1));
	const rows = time.days.flatMap(({ date, startMs }) =>
		fields.map(([facet, own]) => ({
			facet,
			count: own.filter(({ atMs }) => time.dateOf(atMs) === date).length,
			timestamp: startMs,
		})),
	);
	return { rows: rows.map((row, at) => ({ row, order: -at })) };
}

function listValues(question: Question) {
	return groupBy(listFacets(question, 'value'), 'field').flatMap(([facet, facts]) =>
		groupBy(facts, 'value').map(([text, own]) => ({ facet, value: toValue(text), own })),
	);
}

function toValue(text: string): string | { gte?: string; lte?: string } {
	if (!text.startsWith('range ')) return text;
	const [from, to] = JSON.parse(text.slice('range '.length));
	return { ...(from !== null && { gte: String(from) }), ...(to !== null && { lte: String(to) }) };
}

export function listTopFacets(question: Question): RecountedReport {
	return {
		rows: listValues(question).map(({ facet, value, own }) => {
			const queries = groupBy(own, 'query').map(([query, { length: count }]) => ({ query: toQueryText(query), count }));
			const searches = queries.toSorted((a, b) => b.count - a.count || (a.query < b.query ? -1 : 1)).slice(0, 10);
			return { row: { facet, value, count: own.length, searches }, order: own.length };
		}),
	};
}

export function listFilters(question: Question): RecountedReport {
	const isOfEmpty = question.text('no_results') === 'true';
	return {
		rows: listValues(question).flatMap(({ facet, value, own }): RecountedRow[] => {
			const [uses, empty] = [own.length, sumOf(own, 'empty')];
			const order = isOfEmpty ? empty : uses;
			return order === 0 ? [] : [{ row: { facet, value, uses, empty, empty_rate: divide(empty, uses) }, order }];
		}),
	};
}
