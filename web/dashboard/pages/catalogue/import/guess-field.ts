/** Which field a column is for, by its name, in the languages in which shops write them. */

/** Names without accents, blanks and signs. Where several columns of a file mean one field, the name that comes first here has it. */
const names: Readonly<Record<string, string>> = {
	id: 'id objectid itemid productid articleid offerid produktid artikelid idproducto idproduit idarticle entityid identificador',
	title:
		'title productname producttitle itemname name titulo nombre nombreproducto titel produktname artikelname bezeichnung titre nom nomproduit titolo nomeprodotto nome nazwa naam nazev название наименование 商品名 商品名称',
	description:
		'description longdescription productdescription bodyhtml body descripcion descripcionlarga beschreibung produktbeschreibung langtext descrizione descricao opis omschrijving popis описание 商品説明 shortdescription summary kurzbeschreibung',
	link: 'link url producturl productlink permalink enlace urlproducto produkturl produktlink deeplink lien urlproduit ссылка handle urlhandle urlkey producturlkey slug rewrittenurl urlrewritten linkrewrite',
	image_link:
		'imagelink image imageurl imagesrc productimageurl mainimage baseimage picture pictureurl imgurl imagen urlimagen imagenes bild bildurl bildlink produktbild bilder imagenprincipal urlimage immagine imagem images imageurls photo изображение картинка highpic img500x500 imghigh lowpic thumbnail',
	price:
		'price regularprice listprice pricetaxincluded pricetaxincl precio pvp precionormal preis regularerpreis verkaufspreis bruttopreis prix prixttc prixregulier tarifregulier prezzo preco cena prijs variantprice pricevat цена 価格 价格 retailprice actualprice originalprice mrp pricetaxexcluded pricetaxexcl',
	sale_price:
		'saleprice specialprice discountprice offerprice preciooferta preciorebajado angebotspreis sonderpreis aktionspreis prixpromo prixsolde tarifpromo prezzoscontato aanbiedingsprijs',
	categories:
		'categories category producttype productcategory categorypath categoria categorias kategorie kategorien warengruppe categoriepfad categorie categories1 categoryname categorytext breadcrumb kategoria категория カテゴリー 分类 subcategory maincategory',
	brand:
		'brand brandname brands manufacturer vendor marca fabricante marke hersteller marque fabricant marchio merk producent vyrobce бренд производитель',
	availability:
		'availability stockstatus disponibilidad verfuegbarkeit verfugbarkeit disponibilite disponibilita beschikbaarheid наличие',
	in_stock: 'instock isinstock vorratig',
	stock:
		'stock quantity qty inventory bestand lagerbestand lager existencias inventario cantidad quantite giacenza variantinventoryqty inventoryquantity currentstock currentstocklevel stocklevel остаток 在庫数',
	group_id:
		'groupid itemgroupid parentid parentsku parent dfgroupingid mastersku grupoid gruppenid ubergeordnetesprodukt',
	sku: 'sku variantsku productcodesku referencia artikelnummer artikelnr artnr referenz reference codigo codice артикул 商品コード',
	ean: 'ean gtin ean13 gtin13 barcode variantbarcode upc gtinupceanorisbn codigobarras',
	mpn: 'mpn googleshoppingmpn herstellernummer',
};

/** What shoppers must not see: whatever is in an item is in the answers to searches. */
const withheld =
	/^(?:cost|costs|costperitem|costprice|costofgoodssold|wholesaleprice|purchaseprice|buyingprice|supplierprice|margin|ek|ekpreis|einkaufspreis|preciocoste|preciocompra|prix(?:d)?achat|prezzoacquisto|inkoopprijs|cenazakupu|purchasenote|download\d+(?:url|name))$/;

export interface Guess {
	/** Empty: the column is not to be imported. */
	readonly field: string;
	/** Of several columns for one field, the lowest has it. */
	readonly rank: number;
}

const guesses = new Map<string, Guess>(
	Object.entries(names).flatMap(([field, list]) =>
		list.split(' ').map((name, rank) => [name, { field, rank }] as const),
	),
);

/** Fields with a meaning to the server, to be chosen from. */
export const knownFields: readonly string[] = [...Object.keys(names), 'df_manual_boost', 'group_leader'];

/** @returns undefined where the name says nothing */
export function guessField(column: string): Guess | undefined {
	if (Object.hasOwn(names, column)) return { field: column, rank: -1 };
	// `Name *`, `Categories (x,y,z...)`: what is in brackets explains a name, but `Price (tax excl.)` says which.
	for (const name of [normalize(column), normalize(column.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ''))]) {
		if (withheld.test(name)) return { field: '', rank: 0 };
		const guess = guesses.get(name);
		if (guess !== undefined) return guess;
	}
	return undefined;
}

function normalize(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
