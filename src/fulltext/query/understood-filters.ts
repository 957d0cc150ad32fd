/** What the understood parts of a query ask of documents, as filters and preferences of a search. */
import type { Filter, RangeFilter } from '../../domain/query/filter.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { listAccepted, type PartCondition, type QueryPart } from '../understanding/part.ts';
import { findEntries } from './column-walk.ts';
import { toInterval } from './filter-matches.ts';
import type { Requirement } from './requirement.ts';
import { createMentionTests } from './title-phrase.ts';

export interface Requirements {
	/** A document meets all of them. */
	readonly strict: readonly Requirement[];
	/** Documents that meet all requirements of an entry come before equally good others. */
	readonly preferred: readonly (readonly Requirement[])[];
	/** The part that each entry of `preferred` is from. */
	readonly preferredParts: readonly QueryPart[];
}

export function toRequirements(parts: readonly QueryPart[], analyzer: Analyzer): Requirements {
	const planned = parts.map((part) => ({ ...part, ...listRequirements(part.condition, analyzer) }));
	const strict = planned.flatMap(({ isStrict, required }) => (isStrict ? required : []));
	const soft = planned.filter(({ isStrict }) => !isStrict);
	const lifted = planned.flatMap(({ best, ...part }) => {
		const isLifting = part.isStrict || part.condition.kind === 'absence';
		return best === undefined || !isLifting ? [] : { best, part };
	});
	return {
		strict,
		preferred: [...soft.map(({ required }) => required), ...lifted.map(({ best }) => [best])],
		preferredParts: [...soft, ...lifted.map(({ part }) => part)],
	};
}

interface PartRequirements {
	/** A document that fits meets all of them. */
	readonly required: readonly Requirement[];
	/** Of those that fit, what meets this as well is exactly what was asked for. */
	readonly best?: Requirement;
}

function listRequirements(condition: PartCondition, analyzer: Analyzer): PartRequirements {
	if (condition.kind === 'numbers') return { required: [toNumbers(condition)] };
	if (condition.kind === 'values') {
		const { values, mixed } = condition;
		const toRequirement = (accepted: readonly string[]): Requirement => ({
			filter: toValueFilter({ ...condition, values: accepted }),
			isExcluding: false,
		});
		const required = [toRequirement(listAccepted(condition))];
		return mixed.length === 0 ? { required } : { required, best: toRequirement(values) };
	}
	const { fields, words } = condition;
	const withoutValues = fields.map((field) => ({
		filter: toValueFilter({ ...field, values: listAccepted(field) }),
		isExcluding: true,
	}));
	if (words === undefined) return { required: withoutValues };
	const toTests = createMentionTests(analyzer, words);
	const withoutWords: Requirement = {
		toTest(segment) {
			const { isMentioned } = toTests(segment);
			return (document) => !isMentioned(document);
		},
	};
	return { required: [...withoutValues, withoutWords], best: { toTest: (segment) => toTests(segment).isDenied } };
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
