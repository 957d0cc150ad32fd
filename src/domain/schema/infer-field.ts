/**
 * What is a field for, judging by its name? Shops do not declare their fields, but most name them alike. Members of
 * nested objects go by the last part of their dotted name. `Variant Price`, `variantPrice` and `variant-price` are names of exports for
 * `variant_price`. The first match applies.
 *
 *     title, name                   title        description, content, …     text
 *     id, item_id, product_id       item_id      df_…, image, …_url, date    not searched: link, image, date, …
 *     sku, mpn, ean, gtin, …        identifier   price, sale_price, …        price
 *     model, part_number, …         model        brand, maker, marca, …      brand
 *                                                categories, product_type    category
 *                                                type, tipo                  type
 *                                                colour, size, talla, …      attribute
 *                                                location, geo, …            geo
 *                                                everything else             keyword
 */
import type { FacetKind } from '../query/facet-kind.ts';
import type { FieldUse } from '../query/index-description.ts';
import type { FieldClass, FieldRole } from './field-role.ts';

/** A role, and what differs from the defaults of the role. */
export interface InferredField {
	readonly role: FieldRole;
	readonly fieldClass?: FieldClass | null;
	readonly facet?: FacetKind;
}

/**
 * Fields that requests and rules know by name, in order of preference: the first one that an item has counts. Roles
 * that are not listed have no such order.
 */
export const wellKnownNames = {
	title: ['title', 'name', 'Title', 'Name'],
	brand: ['brand'],
	category: ['categories', 'category', 'product_type'],
	price: ['best_price', 'price'],
	link: ['link', 'url'],
	stock: ['availability', 'in_stock', 'stock'],
	group: ['group_id', 'df_grouping_id'],
} as const satisfies Partial<Record<FieldRole, readonly string[]>>;
export type NamedRole = keyof typeof wellKnownNames;

const exactRoles: ReadonlyMap<string, FieldRole> = new Map<string, FieldRole>([
	...wellKnownNames.title.map((name) => [name, 'title'] as const),
	...['id', 'item_id', 'product_id'].map((name) => [name, 'item_id'] as const),
]);
const identifierNames =
	/^(?:variant_)?(?:sku|mpn|ean|ean8|ean13|gtin|gtin8|gtin12|gtin13|gtin14|isbn|isbn10|isbn13|upc|barcode|reference|ref)$/;
const modelNames = new Set(['model', 'model_number', 'model_name', 'part_number']);
const descriptionNames = /^(?:.*_)?(?:description|content|body|text|summary|specifications?|features)$/;
const unsearchedNames =
	/^(?:.*_)?(?:links?|urls?|images?|image_links?|pictures?|thumbnails?|thumb|image_src|group_id|grouping_id|group_leader|date|created_at|updated_at|availability|currency)$|^df_|^(?:.*_)?(?:img|thumb)(?:_|$)/;
const imageNames =
	/^(?:.*_)?(?:images?|image_links?|image_src|pictures?|thumbnails?|thumb)$|^(?:.*_)?(?:img|thumb)(?:_|$)/;
const dateNames = /^(?:.*_)?(?:date|created_at|updated_at)$/;
const priceNames = /^(?:.*_)?price$/;
const pointNames = /(?:^|_)(?:geo|geo_?point|location|coordinates|position)$/;

/**
 * The maker and the category of an item, in the languages in which shops name their fields, without accents; they weigh more
 * than a description.
 */
const brandNames =
	/(?:^|_)(?:brand|manufacturer|vendor|supplier|maker|marca|marque|(?:varu)?marke|merk|marka|fabri[ck]ante?|hersteller|tillverkare|produttore|producent|ブランド|メーカー|品牌|(?:ال)?ماركة)$/;
const categoryNames =
	/(?:^|_)(?:categor(?:y|ies?|ias?)|kategori(?:e[nr]?|a)?|product_type|カテゴリー?|分[类類]|[类類]别|(?:ال)?فئة)$/;
const typeNames = /^(?:type|tipo|typ)$/;
const colourNames = /(?:^|_)(?:colou?rs?|couleurs?|farben?|kleur|colore|cor|kolor|farg|色|カラー|[颜顏]色|(?:ال)?لون)$/;
const sizeNames =
	/(?:^|_)(?:size|talla|taille|pointure|gro(?:ss|ß)e|groesse|taglia|maat|tamanho|rozmiar|storlek|サイズ|尺[码碼]|(?:ال)?مقاس)$/;
/** Other attributes that shops give to every item. */
const attributeNames =
	/(?:^|_)(?:type|tipo|typ|tags?|keywords?|etiquetas|materiale?|materiaal|matiere|gender|genero|genre|geschlecht|geslacht|plec|style|series|collection|coleccion|model|modelo|option_?\d_value)$/;

/** The role of a field with this name. Cost: O(length of the name). */
export function inferField(fieldName: string): InferredField {
	const exact = exactRoles.get(fieldName);
	if (exact !== undefined) return { role: exact };
	const name = toPlainName(fieldName);
	if (identifierNames.test(name)) return { role: 'identifier' };
	if (modelNames.has(name)) return { role: 'model' };
	if (descriptionNames.test(name)) return { role: 'text' };
	if (unsearchedNames.test(name)) return inferUnsearched(fieldName, name);
	if (priceNames.test(name)) return { role: 'price' };
	if (brandNames.test(name)) return { role: 'brand' };
	if (categoryNames.test(name)) return { role: 'category' };
	if (typeNames.test(name)) return { role: 'type' };
	if (colourNames.test(name) || sizeNames.test(name) || attributeNames.test(name)) return { role: 'attribute' };
	if (pointNames.test(name)) return { role: 'geo' };
	// Unlike `availability`, these may contain more than whether the item is in stock.
	if (isNamed('stock', fieldName)) return { role: 'stock', fieldClass: 'C' };
	return { role: 'keyword' };
}

/** Whether the name of an attribute says that it is a colour or a size. Cost: O(length of the name). */
export function toAttributeKind(fieldName: string): 'colour' | 'size' | undefined {
	const name = toPlainName(fieldName);
	if (colourNames.test(name)) return 'colour';
	return sizeNames.test(name) ? 'size' : undefined;
}

/**
 * The last part of a dotted name, in lower case, without accents and with `_` between its words: `Body (HTML)` is `body`. Cost: O(length
 * of the name).
 */
export function toPlainName(fieldName: string): string {
	const last = fieldName.slice(fieldName.lastIndexOf('.') + 1).replace(/\s\([^()]*\)$/, '');
	const words = last.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').replaceAll(/[\s/-]+/g, '_');
	return withoutAccents(words.toLowerCase());
}

/** Marks of other scripts are parts of their letters. */
function withoutAccents(name: string): string {
	return name
		.normalize('NFD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.normalize('NFC');
}

/** `df_brand` and `img_category` keep their role, but they are meant for programs, so their words are not searched. */
function inferUnsearched(fieldName: string, name: string): InferredField {
	for (const role of ['group', 'link', 'stock'] as const) if (isNamed(role, fieldName)) return { role };
	if (dateNames.test(name)) return { role: 'date' };
	if (brandNames.test(name)) return { role: 'brand', fieldClass: null };
	if (categoryNames.test(name)) return { role: 'category', fieldClass: null };
	if (pointNames.test(name)) return { role: 'geo', fieldClass: null };
	if (priceNames.test(name)) return { role: 'metadata', facet: 'range' };
	return { role: imageNames.test(name) ? 'image' : 'metadata' };
}

function isNamed(role: NamedRole, fieldName: string): boolean {
	return (wellKnownNames[role] as readonly string[]).includes(fieldName);
}

/** The role suggested by the values of a field whose name says nothing; otherwise its role. */
export function refineRole(role: FieldRole, uses: readonly FieldUse[]): FieldRole {
	if (role === 'geo' && uses.includes('keyword') && !uses.includes('point')) return 'keyword';
	if (role !== 'keyword') return role;
	if (uses.includes('date')) return 'date';
	if (uses.includes('keyword')) return role;
	if (uses.includes('number')) return 'number';
	return uses.includes('point') ? 'geo' : role;
}
