/** What the understood parts of a query ask of documents, as filters and preferences of a search. */
import type { Filter, RangeFilter } from '../../domain/query/filter.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Segment } from '../index/segment/segment.ts';
import type { PartCondition, QueryPart } from '../understanding/part.ts';
import { findEntries } from './column-walk.ts';
import { toInterval } from './filter-matches.ts';
import type { DocumentTest, Requirement } from './requirement.ts';
import { createMentionTests } from './title-phrase.ts';

export interface Requirements {
	/** A document meets all of them. */
	readonly strict: readonly Requirement[];
	/** Documents that meet all requirements of an entry come before equally good others. */
	readonly preferred: readonly (readonly Requirement[])[];
}

export function toRequirements(parts: readonly QueryPart[], analyzer: Analyzer): Requirements {
	const strict = parts.flatMap(({ isStrict, condition }) => (isStrict ? listRequirements(condition, analyzer) : []));
	const soft = parts.flatMap(({ isStrict, condition }) => (isStrict ? [] : [listRequirements(condition, analyzer)]));
	const denials = parts.flatMap(({ condition }) => toDenial(condition, analyzer));
	return { strict, preferred: [...soft, ...denials] };
}

function listRequirements(condition: PartCondition, analyzer: Analyzer): readonly Requirement[] {
	if (condition.kind === 'numbers') return [toNumbers(condition)];
	if (condition.kind === 'values') return [{ filter: toValueFilter(condition), isExcluding: false }];
	const { fields, words } = condition;
	return [
		...fields.map((field) => ({ filter: toValueFilter(field), isExcluding: true })),
		...(words === undefined
			? []
			: [
					{
						toTest: (segment: Segment): DocumentTest => {
							const { isMentioned } = createMentionTests(segment, analyzer, words);
							return (document) => !isMentioned(document);
						},
					},
				]),
	];
}

/** An item that says of itself that it is without something is what was asked for. */
function toDenial(condition: PartCondition, analyzer: Analyzer): (readonly Requirement[])[] {
	if (condition.kind !== 'absence' || condition.words === undefined) return [];
	const { words } = condition;
	return [[{ toTest: (segment) => createMentionTests(segment, analyzer, words).isDenied }]];
}

function toValueFilter({
	fieldName,
	values,
}: {
	readonly fieldName: string;
	readonly values: readonly string[];
}): Filter {
	return { kind: 'terms', fieldName, values, isExact: true };
}

function toNumbers({ fieldNames, bounds }: Extract<PartCondition, { kind: 'numbers' }>): Requirement {
	const [fieldName, ...others] = fieldNames;
	const filter: RangeFilter = { kind: 'range', fieldName, ...bounds };
	if (others.length === 0) return { filter, isExcluding: false };
	const [low, high] = toInterval(bounds);
	return {
		toTest(segment) {
			const columns = fieldNames.flatMap((name) => segment.numberColumn(name) ?? []);
			return (document) => {
				for (const column of columns) {
					const [from, to] = findEntries(column, document);
					let hasNumber = false;
					for (let at = from; at < to; at++) {
						const number = column.numbers[at] as number;
						if (number >= low && number <= high) return true;
						hasNumber ||= !Number.isNaN(number);
					}
					if (hasNumber) return false;
				}
				return false;
			};
		},
	};
}
