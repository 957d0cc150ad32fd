/** From the columns of a file to the fields of items: guessed by their names, and changed by people. */
import type { Values } from './feed-entry.ts';

export interface ColumnMapping {
	/** In the file. */
	readonly column: string;
	/** Of the items; empty: it is not imported. */
	readonly field: string;
	/** Cuts a text into a list; empty: it stays one. */
	readonly listSeparator: string;
	/** The first values, for people. */
	readonly examples: readonly string[];
}

/** Names of columns without accents, blanks and signs, in the languages in which shops write them. */
const guesses: Readonly<Record<string, string>> = {
	id: 'id itemid productid articleid offerid produktid artikelid idproducto idproduit idarticle entityid identificador',
	title:
		'title name productname producttitle itemname titulo nombre nombreproducto titel produktname artikelname bezeichnung titre nom nomproduit titolo nomeprodotto nome nazwa naam',
	description:
		'description longdescription productdescription descripcion descripcionlarga beschreibung produktbeschreibung langtext descrizione descricao opis omschrijving bodyhtml',
	link: 'link url producturl productlink producturlkey permalink enlace urlproducto produkturl produktlink deeplink lien urlproduit',
	image_link:
		'imagelink image imageurl imagesrc mainimage picture pictureurl imagen urlimagen bild bildurl bildlink produktbild imagenprincipal urlimage immagine imagem thumbnail',
	price:
		'price regularprice listprice precio pvp preis verkaufspreis bruttopreis prix prixttc prezzo preco cena prijs variantprice',
	sale_price:
		'saleprice specialprice discountprice offerprice preciooferta preciorebajado precioventa angebotspreis sonderpreis aktionspreis prixpromo prixsolde prezzoscontato aanbiedingsprijs',
	categories:
		'categories category producttype productcategory categorypath categoria categorias kategorie kategorien warengruppe categoriepfad categorie categories1 categoryname breadcrumb kategoria',
	brand: 'brand manufacturer vendor marca fabricante marke hersteller marque fabricant marchio merk producent',
	availability:
		'availability stockstatus disponibilidad verfuegbarkeit verfugbarkeit disponibilite disponibilita beschikbaarheid',
	stock: 'stock quantity qty inventory bestand lagerbestand existencias cantidad quantite giacenza variantinventoryqty',
	group_id: 'groupid itemgroupid parentid parentsku dfgroupingid mastersku grupoid gruppenid',
	sku: 'sku variantsku referencia artikelnummer artikelnr artnr referenz reference codigo codice',
	ean: 'ean gtin ean13 gtin13 barcode upc codigobarras',
	mpn: 'mpn herstellernummer',
};

const fieldsByName = new Map(
	Object.entries(guesses).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

/** Fields with a meaning to the server, to be chosen from. */
export const knownFields: readonly string[] = [...Object.keys(guesses), 'df_manual_boost', 'group_leader'];

/** Where no column is called an id: the first of these that is there is one. */
const idSubstitutes = ['sku', 'ean', 'mpn', 'link'];

function normalize(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]/g, '');
}

const exampleCount = 3;

/** @param entries the first ones of the file. Of several columns for one field the first is taken, the others keep their names */
export function guessMapping(entries: readonly Values[], isText: boolean): readonly ColumnMapping[] {
	const columns = [...new Set(entries.flatMap((values) => Object.keys(values)))];
	const taken = new Set<string>();
	const guessed = columns.map((column) => {
		const field = fieldsByName.get(normalize(column));
		// A column with the very name of a field comes before others that mean it.
		const isFree = field !== undefined && !taken.has(field) && (field === column || !columns.includes(field));
		if (isFree) taken.add(field);
		const examples = [...new Set(entries.flatMap((values) => toExample(values[column])))].slice(0, exampleCount);
		const chosen = isFree ? field : column;
		return { column, field: chosen, listSeparator: isText ? guessListSeparator(chosen, examples) : '', examples };
	});
	if (taken.has('id')) return guessed;
	const substitute = idSubstitutes.find((field) => taken.has(field));
	return guessed.map((mapping) => (mapping.field === substitute ? { ...mapping, field: 'id' } : mapping));
}

function toExample(value: unknown): readonly string[] {
	if (value === undefined || value === null || value === '') return [];
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return [text.length > 80 ? `${text.slice(0, 79)}…` : text];
}

export const listSeparators = ['%%', '|', ';', ','] as const;

/** A comma may belong to the name of a category, so it is not guessed. */
function guessListSeparator(field: string, examples: readonly string[]): string {
	if (field !== 'categories') return '';
	return ['%%', '|', ';'].find((separator) => examples.some((example) => example.includes(separator))) ?? '';
}

/** The item that the values of an entry make. */
export function toItem(values: Values, mapping: readonly ColumnMapping[]): Values {
	const known = new Map(mapping.map((entry) => [entry.column, entry]));
	// From entries, because a column may be called `__proto__`.
	return Object.fromEntries(
		Object.entries(values).flatMap(([column, value]) => {
			const { field, listSeparator } = known.get(column) ?? { field: column, listSeparator: '' };
			if (field === '') return [];
			const isList = listSeparator !== '' && typeof value === 'string';
			return [[field, isList ? toList(value, listSeparator) : value]];
		}),
	);
}

function toList(text: string, separator: string): readonly string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** Columns whose field another one has, too. */
export function findDoubles(mapping: readonly ColumnMapping[]): ReadonlySet<string> {
	const counts = new Map<string, number>();
	for (const { field } of mapping) counts.set(field, (counts.get(field) ?? 0) + 1);
	return new Set(
		mapping.filter(({ field }) => field !== '' && (counts.get(field) ?? 0) > 1).map(({ column }) => column),
	);
}
