/**
 * What is a field for, going by its name? A shop never declares its fields, but names them much like every other shop.
 *
 *     title                       class A, words only
 *     name                        the same where the item has no title, else class B
 *     sku, mpn, ean, gtin, …      class A and keyword, and the whole value finds the item exactly
 *     brand, category, …          class B twice and keyword; a long value is class C and no keyword
 *     colour, size, type, …       class B and keyword; the same
 *     description, content, …     class B, words only; a long value is class C
 *     link, image_link, df_…      keyword only
 *     price, sale_price, …        number, also of a text that says a price
 *     everything else             class C and keyword
 *
 * Class B says what the item is. The rest of a data sheet says what it works with and what is in the box as well: a
 * printer's list of systems would otherwise answer "windows 10".
 */
import { type WeightClass, weightClasses } from '../../ranking/packed-counts.ts';

export interface FieldRule {
	/** Undefined when the words of the field are not searched. */
	readonly weightClass: WeightClass | undefined;
	/** What one word of the field counts as, in occurrences. */
	readonly weight: number;
	/** Values with more characters than this are class C. */
	readonly lengthMax: number;
	readonly isKeyword: boolean;
	/** Whether the whole value identifies an item, as a bar code does. */
	readonly isIdentifier: boolean;
	readonly isTitle: boolean;
	/** Whether its texts are read as prices. */
	readonly isPrice: boolean;
}

/** Attributes with more characters than this are class C, unless they are class A. */
const shortTextLengthMax = 200;
/** Descriptions with more characters than this tell stories, and are class C. */
const shortDescriptionLengthMax = 500;
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
	/^(?:.*_)?(?:links?|urls?|images?|image_links?|pictures?|thumbnails?|thumb|group_id|grouping_id|group_leader|date|created_at|updated_at|availability|currency)$|^df_|^(?:.*_)?(?:img|thumb)(?:_|$)/;
const priceNames = /^(?:.*_)?price$/;

/** Who makes it and what it is, in the languages that shops name their fields in: worth more than a description. */
const mainNames =
	/(?:^|_)(?:brand|manufacturer|vendor|supplier|maker|marca|marque|marke|merk|fabricante?|hersteller|categor(?:y|ies?|ias?)|kategori[ea]n?|product_type)$/;
/** Of these, and of `type`, what the item is. */
const kindNames = /(?:^|_)(?:categor(?:y|ies?|ias?)|kategori[ea]n?|product_type)$|^(?:type|tipo|typ)$/;
/** What else shops say of every item. */
const descriptiveNames =
	/(?:^|_)(?:type|tipo|typ|tags?|keywords?|etiquetas|colou?rs?|couleur|farbe|kleur|colore|cor|size|talla|taille|groesse|taglia|maat|tamanho|materiale?|gender|genero|genre|style|series|collection|coleccion|model|modelo)$/;

const words = {
	weight: 1,
	lengthMax: Number.POSITIVE_INFINITY,
	isKeyword: false,
	isIdentifier: false,
	isTitle: false,
	isPrice: false,
};
const keyword = { ...words, isKeyword: true };
const unsearched: FieldRule = { ...keyword, weightClass: undefined };
const price: FieldRule = { ...unsearched, isPrice: true };
const title: FieldRule = { ...words, weightClass: weightClasses.a, isTitle: true };
const secondName: FieldRule = { ...words, weightClass: weightClasses.b };
const identifier: FieldRule = { ...keyword, weightClass: weightClasses.a, isIdentifier: true };
const itemId: FieldRule = { ...words, weightClass: undefined, isIdentifier: true };
const model: FieldRule = { ...keyword, weightClass: weightClasses.a };
const description: FieldRule = { ...words, weightClass: weightClasses.b, lengthMax: shortDescriptionLengthMax };
const descriptive: FieldRule = { ...keyword, weightClass: weightClasses.b, lengthMax: shortTextLengthMax };
const main: FieldRule = { ...descriptive, weight: 2 };
const attribute: FieldRule = { ...keyword, weightClass: weightClasses.c };

/** Whether the item has a title, so that its name is a second one. */
export function hasTitle(item: Readonly<Record<string, unknown>>): boolean {
	return typeof item.title === 'string' && item.title !== '';
}

/**
 * The rule of a field of an item with or without a title; nested objects go by the last part of their dotted name.
 * Cost: O(length of the name).
 */
export function toFieldRule(fieldName: string, isTitled: boolean): FieldRule {
	if (isTitled && fieldName === 'name') return secondName;
	if (titleNames.has(fieldName)) return title;
	if (otherIdentifierNames.has(fieldName)) return itemId;
	const name = fieldName.slice(fieldName.lastIndexOf('.') + 1).toLowerCase();
	if (identifierNames.has(name)) return identifier;
	if (modelNames.has(name)) return model;
	if (descriptionNames.test(name)) return description;
	if (unsearchedNames.test(name)) return unsearched;
	if (priceNames.test(name)) return price;
	if (mainNames.test(name)) return main;
	return descriptiveNames.test(name) ? descriptive : attribute;
}

/** Whether the values of a field say what the item is, as categories do. Cost: O(length of the name). */
export function isKindField(fieldName: string): boolean {
	return kindNames.test(fieldName.slice(fieldName.lastIndexOf('.') + 1).toLowerCase());
}

/** The class of the words of a value. */
export function toValueClass({ weightClass, lengthMax }: FieldRule, text: string): WeightClass | undefined {
	return weightClass !== undefined && text.length > lengthMax ? weightClasses.c : weightClass;
}

/** Whether the field says who makes an item or what it is, as `brand` and `categories` do. */
export function isMainField(fieldName: string): boolean {
	return mainNames.test(fieldName.slice(fieldName.lastIndexOf('.') + 1).toLowerCase());
}
