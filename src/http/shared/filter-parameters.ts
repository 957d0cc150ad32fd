/**
 * Filters and excludes.
 *
 *     filter[brand]=Nike                                   any of its values, also as a list
 *     filter[price][gte]=5&filter[price][lt]=10            gte, gt, lte, lt; from and to are the old gte and lte
 *     filter[geo][distance]=20km&filter[geo][position]=41.4,2.2
 *
 *     filter={"brand":["Nike"]}   filter[price]={"gte":5}    generated clients write an object in a query string like this
 *
 * An empty filter (`filter=`, `filter[brand]=`) is ignored.
 */
import type { Filter, GeoPoint } from '../../domain/query/filter.ts';
import { fieldNameLengthMax, filterValueLengthMax, filterValuesMax } from '../../domain/query/query-limits.ts';
import { listMembers, listTexts, type ParameterNode, readText } from '../server/parameter-node.ts';
import { toParameters } from '../server/parse-parameters.ts';
import { refuseParameter } from './refuse-parameter.ts';

/**
 * @param name `filter` or `exclude`
 * @param isExact whether values must be written exactly as in the filter; undefined: no
 * @throws {FailureError} `invalid`
 */
export function parseFilters(root: ParameterNode, name: string, isExact?: boolean): Filter[] {
	const written = root.children.get(name);
	if (written === undefined) return [];
	const node = unfoldJson(written);
	if (isList(node)) throw refuseParameter(name, 'it has values without a field');
	// Not `listMembers`, because a shop may call a field by a number.
	const filters = [...node.children].flatMap(
		([fieldName, filter]) => parseFilter(name, fieldName, unfoldJson(filter)) ?? [],
	);
	return isExact ? filters.map((filter) => (filter.kind === 'terms' ? { ...filter, isExact } : filter)) : filters;
}

/** Parses an object or list that is given as JSON text; anything else, including empty ones, is returned unchanged. */
function unfoldJson(node: ParameterNode): ParameterNode {
	const [text = ''] = node.values;
	const mayBeJson = node.values.length === 1 && node.children.size === 0 && /^\s*(?:\{.*\}|\[.*\])\s*$/s.test(text);
	if (!mayBeJson) return node;
	const unfolded = toParameters({ text: parseJson(text) ?? null }).children.get('text');
	return unfolded === undefined || unfolded.children.size === 0 ? node : unfolded;
}

/** Undefined for an invalid text, which is then a value like any other. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether the children are entries of a list: their names are exactly their indices. */
function isList(node: ParameterNode): boolean {
	if (node.values.some((text) => text !== '')) return true;
	return node.children.has('0') && [...node.children.keys()].every((_, point) => node.children.has(String(point)));
}

function parseFilter(name: string, fieldName: string, node: ParameterNode): Filter | undefined {
	if (fieldName.length > fieldNameLengthMax) throw refuseParameter(name, 'a field name is too long');
	const values = listTexts(node);
	const members = listMembers(node);
	if (members.length === 0) return toTerms(name, fieldName, values);
	if (values.length > 0) throw refuseParameter(name, `${fieldName} has values and a range`);
	if (members.some(([key]) => key === 'distance' || key === 'position')) return toDistance(name, fieldName, node);
	const unknown = members.find(([key]) => !rangeKeys.has(key));
	if (unknown !== undefined)
		throw refuseParameter(name, `${fieldName} has the unknown part ${unknown[0].slice(0, 100)}`);
	return toRange(name, fieldName, node);
}

function toTerms(name: string, fieldName: string, values: readonly string[]): Filter | undefined {
	if (values.length > filterValuesMax)
		throw refuseParameter(name, `${fieldName} has more than ${filterValuesMax} values`);
	if (values.some((value) => value.length > filterValueLengthMax)) {
		throw refuseParameter(name, `a value of ${fieldName} has more than ${filterValueLengthMax} characters`);
	}
	return values.length === 0 ? undefined : { kind: 'terms', fieldName, values: [...new Set(values)] };
}

/** The old names come first, so that the new one counts if both are given. */
const rangeKeys: ReadonlyMap<string, 'gte' | 'gt' | 'lte' | 'lt'> = new Map([
	['from', 'gte'],
	['to', 'lte'],
	['gte', 'gte'],
	['gt', 'gt'],
	['lte', 'lte'],
	['lt', 'lt'],
]);

function toRange(name: string, fieldName: string, node: ParameterNode): Filter | undefined {
	const bounds: { -readonly [K in 'gte' | 'gt' | 'lte' | 'lt']?: number } = {};
	for (const [key, bound] of rangeKeys) {
		const text = readText(node, key)?.trim() ?? '';
		if (text === '') continue;
		const value = parseBound(text);
		if (value === undefined) throw refuseParameter(name, `${fieldName} ${key} must be a number or an ISO 8601 date`);
		bounds[bound] = value;
	}
	return Object.keys(bounds).length === 0 ? undefined : { kind: 'range', fieldName, ...bounds };
}

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** A number, or the milliseconds of a date; a date without a time zone is in UTC. */
function parseBound(text: string): number | undefined {
	if (text.length > 64) return undefined;
	if (!datePattern.test(text)) {
		const number = numberPattern.test(text) ? Number(text) : Number.NaN;
		return Number.isFinite(number) ? number : undefined;
	}
	const hasZone = text.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
	const ms = Date.parse(hasZone ? text : `${text}Z`);
	return Number.isNaN(ms) ? undefined : ms;
}

function toDistance(name: string, fieldName: string, node: ParameterNode): Filter {
	const point = parseGeoPoint(readText(node, 'position'));
	if (point === undefined) throw refuseParameter(name, `${fieldName} position must be "latitude,longitude"`);
	const distanceMaxMeters = parseDistance(readText(node, 'distance'));
	if (distanceMaxMeters === undefined) throw refuseParameter(name, `${fieldName} distance must be as in 20km`);
	return { kind: 'distance', fieldName, ...point, distanceMaxMeters };
}

/** `41.4,2.2` in degrees; undefined when the text is not a point on Earth. */
export function parseGeoPoint(text = ''): GeoPoint | undefined {
	const [latitude, longitude, ...rest] = text.split(',', 3).map((part) => parseDegrees(part.trim()));
	if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function parseDegrees(text: string): number | undefined {
	return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Number(text) : undefined;
}

const metersPerUnit: ReadonlyMap<string, number> = new Map([
	['', 1],
	['m', 1],
	['km', 1000],
	['mi', 1609.344],
	['yd', 0.9144],
	['ft', 0.3048],
	['nmi', 1852],
]);

function parseDistance(text = ''): number | undefined {
	const match = /^(\d{1,12}(?:\.\d{1,12})?) ?([a-z]*)$/i.exec(text.trim());
	const meters = metersPerUnit.get(match?.[2]?.toLowerCase() ?? '');
	return match === null || meters === undefined ? undefined : Number(match[1]) * meters;
}
