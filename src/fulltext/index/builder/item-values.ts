/**
 * Which values does an item have, and of which type? One walk over the parsed JSON calls back for every value.
 *
 *     { "price": 9.5, "dim": { "w": 3 }, "tags": ["a", true], "at": { "lat": 41.4, "lon": 2.2 } }
 *     price ← number 9.5    dim.w ← number 3    tags ← text "a", boolean "true"    at ← point
 *
 * Texts that contain dates and short numbers are parsed by the functions below, so that ranges and sorting work on what
 * shops send.
 */

export interface ValueVisitor {
	text(fieldName: string, text: string): void;
	boolean(fieldName: string, text: 'true' | 'false'): void;
	number(fieldName: string, number: number): void;
	/** In degrees, −90 … 90 and −180 … 180. */
	point(fieldName: string, latitude: number, longitude: number): void;
	/** Reports that something is left out: a sentence that says what and why. */
	cut(reason: string): void;
}

const nestingDepthMax = 8;
/** The most objects and values of one item that are visited; the rest is left out. */
const valuesPerItemMax = 20_000;
const fieldNameLengthMax = 256;

const depthNote = `Something is nested more than ${nestingDepthMax} deep; what is deeper is left out.`;
const valuesNote = `An item has more than ${valuesPerItemMax} values; the first ones count.`;
const nameNote = `A field has a name of more than ${fieldNameLengthMax} characters; it is left out.`;

/** Calls `visitor` for every value of an item, except null. Cost: O(values). */
export function visitValues(item: Readonly<Record<string, unknown>>, visitor: ValueVisitor): void {
	visitMembers(item, '', { visitor, depth: 0, valuesLeft: valuesPerItemMax });
}

/** One mutable object for the whole walk, because there are many values. */
interface Walk {
	readonly visitor: ValueVisitor;
	depth: number;
	valuesLeft: number;
}

function visitMembers(object: Readonly<Record<string, unknown>>, prefix: string, walk: Walk): void {
	for (const name in object) {
		const fieldName = prefix === '' ? name : `${prefix}.${name}`;
		// Names of pseudo-fields are empty or begin with NUL.
		if (fieldName === '' || fieldName.startsWith('\0')) continue;
		if (fieldName.length > fieldNameLengthMax) walk.visitor.cut(nameNote);
		else visitValue(fieldName, object[name], walk);
	}
}

function visitValue(fieldName: string, value: unknown, walk: Walk): void {
	const { visitor } = walk;
	if (walk.valuesLeft <= 0) {
		visitor.cut(valuesNote);
		return;
	}
	walk.valuesLeft -= 1;
	if (typeof value === 'string') visitor.text(fieldName, value);
	else if (typeof value === 'number') visitor.number(fieldName, value);
	else if (typeof value === 'boolean') visitor.boolean(fieldName, value ? 'true' : 'false');
	else if (typeof value === 'object' && value !== null) {
		if (walk.depth === nestingDepthMax) {
			visitor.cut(depthNote);
			return;
		}
		walk.depth += 1;
		if (Array.isArray(value)) for (const entry of value) visitValue(fieldName, entry, walk);
		else visitObject(fieldName, value as Readonly<Record<string, unknown>>, walk);
		walk.depth -= 1;
	}
}

function visitObject(fieldName: string, object: Readonly<Record<string, unknown>>, walk: Walk): void {
	const latitude = object.lat ?? object.latitude;
	const longitude = object.lon ?? object.lng ?? object.longitude;
	if (isDegrees(latitude, 90) && isDegrees(longitude, 180)) walk.visitor.point(fieldName, latitude, longitude);
	else visitMembers(object, fieldName, walk);
}

function isDegrees(value: unknown, max: number): value is number {
	return typeof value === 'number' && value >= -max && value <= max;
}

const numberPattern = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;
const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const pointPattern = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * The number that a short text stands for: at most 9 digits before the point, no leading zeros. Otherwise undefined.
 */
export function parseShortNumber(text: string): number | undefined {
	if (text.length > 17 || text.length === 0) return undefined;
	const first = text.charCodeAt(0);
	if (first > 0x39 || (first < 0x30 && first !== 0x2d)) return undefined;
	return numberPattern.test(text) ? Number(text) : undefined;
}

/**
 * An ISO 8601 date in milliseconds since 1970, read as UTC when it names no time zone; undefined when the text is not a
 * date.
 */
export function parseDate(text: string): number | undefined {
	if (text.length < 10 || text.length > 35 || text.charCodeAt(4) !== 0x2d) return undefined;
	if (!datePattern.test(text)) return undefined;
	const hasZone = text.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
	const ms = Date.parse(hasZone ? text : `${text}Z`);
	return Number.isNaN(ms) ? undefined : ms;
}

/**
 * A point written as "41.4,2.2"; undefined when the text is not a point. Only the role of the field tells it from a
 * number with a decimal comma.
 */
export function parsePoint(text: string): readonly [latitude: number, longitude: number] | undefined {
	const match = pointPattern.exec(text);
	if (match === null) return undefined;
	const latitude = Number(match[1]);
	const longitude = Number(match[2]);
	return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? [latitude, longitude] : undefined;
}
