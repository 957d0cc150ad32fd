/**
 * Filters of InstantSearch as those of Vitrine.
 *
 *     facetFilters    [["brand:Acme", "brand:Other"], "color:-red"]      filter brand any of both, exclude color red
 *     numericFilters  ["price>=10", "price<50"]                          filter price from 10 below 50
 *     filters         brand:Acme AND (color:red OR color:blue)           the same as lists
 */
type Values = Record<string, unknown[]>;

export interface Filters {
	readonly filter: Record<string, unknown>;
	readonly filter_all: Values;
	readonly exclude: Record<string, unknown>;
	/** Values of facets are taken as they are written, but nodes of paths stand for what is below them. */
	filter_exact: boolean;
}

interface Condition {
	readonly field: string;
	readonly isExcluding: boolean;
	readonly value?: string;
	readonly bounds?: Record<string, number>;
}

const operators: Readonly<Record<string, string>> = { '>=': 'gte', '>': 'gt', '<=': 'lte', '<': 'lt' };
const levelPattern = /^(.+)\.lvl\d+$/;

/** The field whose paths have this level; undefined for other attributes. */
export function toPathField(attribute: string, levels: string | undefined): string | undefined {
	return levels === 'fields' ? undefined : levelPattern.exec(attribute)?.[1];
}

/** @throws {Error} for alternatives between different fields, which Vitrine cannot search */
export function toFilters(params: Readonly<Record<string, unknown>>, levels: string | undefined): Filters {
	const filters: Filters = { filter: {}, filter_all: {}, exclude: {}, filter_exact: true };
	const groups = [...toGroups(params.facetFilters), ...toGroups(params.numericFilters), ...parseText(params.filters)];
	for (const group of groups) {
		const conditions = group.map(parseCondition).map((condition) => {
			const field = toPathField(condition.field, levels);
			if (field === undefined) return condition;
			filters.filter_exact = false;
			return { ...condition, field };
		});
		addGroup(filters, conditions);
	}
	return filters;
}

/** Each group is a list of alternatives. */
function toGroups(filters: unknown): string[][] {
	if (typeof filters === 'string') return [filters.split(',')];
	return ((filters ?? []) as (string | string[])[]).map((group) => (Array.isArray(group) ? group : [group]));
}

const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;

/** `a:b AND (c:"d e" OR c:f) AND NOT g:h AND i >= 3 AND j: 1 TO 5` */
function parseText(text: unknown): string[][] {
	if (typeof text !== 'string' || text === '') return [];
	const strip = (part: string) => part.trim().replace(/^\(+|\)+$/g, '');
	return split(text, 'AND').map((group) =>
		split(strip(group), 'OR').map((part) => {
			const [, not, rest = ''] = /^(NOT\s+)?(.*)$/s.exec(strip(part)) ?? [];
			const plain = rest.replace(/(^|:\s*)(["'])(.*?)\2/gs, '$1$3');
			return not ? plain.replace(/:\s*/, ':-') : plain.replace(/:\s*/, ':');
		}),
	);
}

function split(text: string, word: string): string[] {
	const parts: string[] = [''];
	for (const [part] of text.matchAll(new RegExp(`${quoted}|\\s${word}\\s|[\\s\\S]`, 'g'))) {
		if (part.trim() === word && part !== word) parts.push('');
		else parts[parts.length - 1] += part;
	}
	return parts;
}

function parseCondition(text: string): Condition {
	const compared = /^([^:<>=!]+?)\s*(>=|<=|!=|=|>|<)\s*(-?[\d.eE+-]+)$/.exec(text);
	if (compared !== null) {
		const [, field = '', operator = '', number] = compared;
		const name = operators[operator];
		const value = Number(number);
		const bounds = name === undefined ? { gte: value, lte: value } : { [name]: value };
		return { field, isExcluding: operator === '!=', bounds };
	}
	const at = text.indexOf(':');
	const field = text.slice(0, at);
	const value = text.slice(at + 1);
	const [, gte, lte] = /^(-?[\d.]+) TO (-?[\d.]+)$/.exec(value) ?? [];
	if (gte !== undefined) return { field, isExcluding: false, bounds: { gte: Number(gte), lte: Number(lte) } };
	return { field, isExcluding: value.startsWith('-'), value: value.replace(/^-/, '').replace(/^\\-/, '-') };
}

function addGroup({ filter, filter_all: all, exclude }: Filters, group: readonly Condition[]): void {
	const [first] = group;
	if (first === undefined) return;
	const { field, isExcluding, bounds } = first;
	const values = group.map(({ value }) => value);
	const isAlike = group.every((one) => one.field === field && !one.isExcluding && one.value !== undefined);
	if (group.length > 1 && !isAlike) throw new Error('Vitrine takes alternatives between values of one field only');
	const target = isExcluding ? exclude : filter;
	if (bounds !== undefined) target[field] = { ...(target[field] as object | undefined), ...bounds };
	else if (isExcluding) target[field] = [...((target[field] as unknown[] | undefined) ?? []), ...values];
	else if (target[field] === undefined) target[field] = values;
	else if (values.length === 1) all[field] = [...(all[field] ?? []), ...values];
	else throw new Error(`Vitrine takes one list of alternatives for ${field}`);
}
