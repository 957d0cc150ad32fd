/**
 * What the fields of the random catalogues are for, written down field by field. The schema infers it by patterns of the
 * name, and `field-role.ts` says what a role means.
 *
 *     class   A title and identifiers, B maker and kind, C the rest of the data sheet
 *     times   how many occurrences one word of the field counts as
 */

export type WeightClass = 'A' | 'B' | 'C';

export interface FieldUse {
	/** Undefined: the words of the field are not searched. */
	readonly weightClass: WeightClass | undefined;
	readonly times: number;
	/** Whether its values can be filtered, counted and sorted by. */
	readonly isKeyword: boolean;
	readonly isIdentifier: boolean;
	readonly isTitle: boolean;
	readonly isPrice: boolean;
	/** Whether its values say what kind of thing the item is. */
	readonly isKind: boolean;
}

const words = { times: 1, isKeyword: false, isIdentifier: false, isTitle: false, isPrice: false, isKind: false };
const title: FieldUse = { ...words, weightClass: 'A', isTitle: true };
const secondName: FieldUse = { ...words, weightClass: 'B' };
const attribute: FieldUse = { ...words, weightClass: 'C', isKeyword: true };
const descriptive: FieldUse = { ...attribute, weightClass: 'B' };
const unsearched: FieldUse = { ...attribute, weightClass: undefined };

const uses: ReadonlyMap<string, FieldUse> = new Map<string, FieldUse>([
	['id', { ...words, weightClass: undefined, isIdentifier: true }],
	['title', title],
	['description', secondName],
	['sku', { ...attribute, weightClass: 'A', isIdentifier: true }],
	['brand', { ...descriptive, times: 2 }],
	['category', { ...descriptive, times: 2, isKind: true }],
	['colour', descriptive],
	['size', descriptive],
	['price', { ...unsearched, isPrice: true }],
	['group_id', unsearched],
	['availability', unsearched],
	['df_manual_boost', unsearched],
	['released', attribute],
	['dimensions.width', attribute],
	['dimensions.unit', attribute],
	['location', attribute],
	['is_new', attribute],
]);

/** Fields of `wide-scenario.ts`: attributes that a shop invents. */
const madeUp = /^(?:trait\d+|fit|line|cut|mood|gear|feel)$/;

/**
 * @param isTitled whether the item has a title, in which case its name is an alternative title
 * @throws {Error} for a field that the table does not have
 */
export function toFieldUse(fieldName: string, isTitled: boolean): FieldUse {
	if (fieldName === 'name') return isTitled ? secondName : title;
	const use = madeUp.test(fieldName) ? attribute : uses.get(fieldName);
	if (use === undefined) throw new Error(`nothing says what ${fieldName} is for`);
	return use;
}
