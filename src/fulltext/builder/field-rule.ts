/**
 * What is a field for, going by its name? A shop never declares its fields, but names them much like every other shop.
 *
 *     title, name                 class A, words only
 *     sku, mpn, ean, gtin, …      class A and keyword, and the whole value finds the item exactly
 *     description, content, …     class C, words only
 *     link, image_link, df_…      keyword only
 *     everything else             class B and keyword; a long value is class C and no keyword
 */
import { type WeightClass, weightClasses } from '../score/packed-counts.ts';

export interface FieldRule {
	/** Undefined when the words of the field are not searched. */
	readonly weightClass: WeightClass | undefined;
	readonly isKeyword: boolean;
	/** Whether the whole value identifies an item, as a bar code does. */
	readonly isIdentifier: boolean;
	readonly isTitle: boolean;
}

/** Values with more characters than this are class C whatever the name, unless it is class A. */
export const shortTextLengthMax = 200;
/** Longer values are no keywords: nobody filters by them. */
export const keywordBytesMax = 200;

const titleNames = new Set(['title', 'name']);
const identifierNames = new Set(
	'sku mpn ean ean8 ean13 gtin gtin8 gtin12 gtin13 gtin14 isbn isbn10 isbn13 upc barcode reference ref'.split(' '),
);
const otherIdentifierNames = new Set(['id', 'item_id', 'product_id']);
const modelNames = new Set(['model', 'model_number', 'model_name', 'part_number']);
const descriptionNames = /^(?:.*_)?(?:description|content|body|text|summary|specifications?|features)$/;
const unsearchedNames =
	/^(?:.*_)?(?:links?|urls?|images?|image_links?|pictures?|thumbnails?|thumb|group_id|grouping_id|group_leader|date|created_at|updated_at|availability|currency|price)$|^df_|^(?:.*_)?(?:img|thumb)(?:_|$)/;

const unsearched: FieldRule = { weightClass: undefined, isKeyword: true, isIdentifier: false, isTitle: false };
const title: FieldRule = { weightClass: weightClasses.a, isKeyword: false, isIdentifier: false, isTitle: true };
const identifier: FieldRule = { weightClass: weightClasses.a, isKeyword: true, isIdentifier: true, isTitle: false };
const itemId: FieldRule = { weightClass: undefined, isKeyword: false, isIdentifier: true, isTitle: false };
const model: FieldRule = { weightClass: weightClasses.a, isKeyword: true, isIdentifier: false, isTitle: false };
const description: FieldRule = { weightClass: weightClasses.c, isKeyword: false, isIdentifier: false, isTitle: false };
const attribute: FieldRule = { weightClass: weightClasses.b, isKeyword: true, isIdentifier: false, isTitle: false };

/** The rule of a field; nested objects go by the last part of their dotted name. Cost: O(length of the name). */
export function toFieldRule(fieldName: string): FieldRule {
	if (titleNames.has(fieldName)) return title;
	if (otherIdentifierNames.has(fieldName)) return itemId;
	const name = fieldName.slice(fieldName.lastIndexOf('.') + 1).toLowerCase();
	if (identifierNames.has(name)) return identifier;
	if (modelNames.has(name)) return model;
	if (descriptionNames.test(name)) return description;
	if (unsearchedNames.test(name)) return unsearched;
	return attribute;
}
