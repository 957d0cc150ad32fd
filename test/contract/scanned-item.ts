/** An item prepared for the scan: its words, and its values by dotted field name. */

export interface ScannedItem {
	readonly indexName: string;
	readonly id: string;
	readonly groupId: string | undefined;
	/** Lower case, without accents. */
	readonly words: readonly string[];
	/** Strings and booleans as text. */
	readonly texts: ReadonlyMap<string, readonly string[]>;
	/** Numbers, short texts that are numbers, and dates as milliseconds. */
	readonly numbers: ReadonlyMap<string, readonly number[]>;
	/** Latitude and longitude in degrees. */
	readonly points: ReadonlyMap<string, readonly (readonly [number, number])[]>;
	readonly isOutOfStock: boolean;
	readonly titles: readonly string[];
	/** Brands and categories. */
	readonly values: readonly string[];
}

export function toWords(text: string): string[] {
	const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
	return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function toScannedItem(indexName: string, id: string, text: string): ScannedItem {
	const item = JSON.parse(text);
	const values: Values = { texts: new Map(), numbers: new Map(), points: new Map() };
	collect(values, '', item);
	const groupId = item.group_id ?? item.df_grouping_id ?? undefined;
	const searched = [...values.texts].filter(([name]) => !/(?:^id$|link|url|image|^df_|group)/.test(name));
	return {
		indexName,
		id,
		groupId: groupId === undefined ? undefined : String(groupId),
		words: searched.flatMap(([, texts]) => texts.flatMap(toWords)),
		...values,
		isOutOfStock: isOutOfStock(item),
		titles: values.texts.get('title') ?? [],
		values: ['brand', 'categories'].flatMap((name) => values.texts.get(name) ?? []),
	};
}

/** An item without stock information is in stock; `availability` takes precedence over the other fields. */
function isOutOfStock({ availability, in_stock, stock }: Readonly<Record<string, unknown>>): boolean {
	if (typeof availability === 'string' && availability !== '') {
		const words = toWords(availability.replace(/^.*\//, '')).join('');
		return ['outofstock', 'soldout', 'unavailable', 'discontinued'].includes(words);
	}
	const isNo = (flag: unknown) => ['false', '0'].includes(String(flag));
	const count = typeof stock === 'number' ? stock : Number(typeof stock === 'string' && stock !== '' ? stock : 1);
	return isNo(availability) || isNo(in_stock) || count <= 0;
}

interface Values {
	readonly texts: Map<string, string[]>;
	readonly numbers: Map<string, number[]>;
	readonly points: Map<string, [number, number][]>;
}

function collect(values: Values, name: string, value: unknown): void {
	if (Array.isArray(value)) {
		for (const entry of value) collect(values, name, entry);
	} else if (typeof value === 'object' && value !== null) {
		collectObject(values, name, value);
	} else if (typeof value === 'number') {
		append(values.numbers, name, value);
	} else if (value !== null) {
		append(values.texts, name, String(value));
		const number = toNumber(String(value));
		if (number !== undefined) append(values.numbers, name, number);
	}
}

function collectObject(values: Values, name: string, object: object): void {
	const { lat, lon } = object as { lat?: unknown; lon?: unknown };
	if (typeof lat === 'number' && typeof lon === 'number') {
		append(values.points, name, [lat, lon]);
		return;
	}
	for (const [key, member] of Object.entries(object)) collect(values, name === '' ? key : `${name}.${key}`, member);
}

function append<T>(map: Map<string, T[]>, name: string, value: T): void {
	const values = map.get(name) ?? [];
	values.push(value);
	map.set(name, values);
}

function toNumber(text: string): number | undefined {
	if (/^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/.test(text)) return Number(text);
	if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(text)) return undefined;
	const ms = Date.parse(text);
	return Number.isNaN(ms) ? undefined : ms;
}

/** Letters to change, add or leave out to make one word the other (Levenshtein). */
export function countErrors(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row.at(-1) as number;
}
