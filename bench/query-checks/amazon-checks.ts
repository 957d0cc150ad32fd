/**
 * Thirty checks over the Amazon catalogue of general merchandise.
 *
 * What a product is, is said by `sub_category` and `main_category`; both contain accessories and strays, which the
 * lowest price of the real thing tells apart. The catalogue has no brands and no attributes: a brand is how a title
 * begins, a size what a title says. Prices are rupees; the one that counts is the lower of the two.
 */
import type { Product } from '../catalogue-search.ts';
import {
	both,
	costing,
	costingOtherThan,
	named,
	not,
	numberOf,
	type ProductTest,
	type QueryCheck,
	textOf,
	usual,
} from './query-check.ts';

/** As a shop maps the columns to the fields of an item; `best_price` is what the server adds to products. */
export function toAmazonProduct({ id, name, main_category, sub_category, ...rest }: Product): Product {
	const { discount_price: discount, actual_price: actual } = rest;
	const prices = [actual, discount].filter((price) => typeof price === 'number');
	return {
		id,
		title: name,
		categories: [`${main_category} > ${sub_category}`],
		price: actual,
		sale_price: discount,
		best_price: prices.length === 0 ? null : Math.min(...prices),
		rating: rest.rating,
		no_of_ratings: rest.no_of_ratings,
		link: rest.link,
		image_link: rest.image,
	};
}

const inCategory =
	(...names: readonly string[]): ProductTest =>
	(product) =>
		names.some((name) => textOf(product, 'categories').endsWith(`> ${name}`));
const inMainCategory =
	(name: string): ProductTest =>
	(product) =>
		textOf(product, 'categories').startsWith(`${name} >`);
/** Accessories cost less. Products without a price, which are out of stock, are not judged by it. */
const notCheaperThan =
	(price: number): ProductTest =>
	(product) =>
		(numberOf(product, 'best_price') ?? price) >= price;
const isSoldAsPart = named(
	/compatible|suitable for|\bcovers?\b|\bstand\b|spare|replacement|\bparts?\b|remote control|\bhose\b|refrigeration|\bkit\b(?! included)/i,
);
/** Where there is no price to tell, more words do. */
const isNamedPart = both(
	(product) => numberOf(product, 'best_price') === undefined,
	named(
		/stopper|roller|pulsator|\bpads?\b|knob|valve|sensor|relay|capacitor|thermostat|\bbelt\b|\bkey\b|\boil\b|\bmat\b|remover|controller|tray|gasket|holder/i,
	),
);
const isWhole = both(not(isSoldAsPart), not(isNamedPart));
const ofBrand = (brand: string) => named(new RegExp(`^(?:\\(renewed\\) )?${brand}\\b`, 'i'));

const isTelevision = both(inCategory('Televisions'), notCheaperThan(4_000), isWhole);
const isRefrigerator = both(inCategory('Refrigerators'), notCheaperThan(3_000), isWhole);
const isWashingMachine = both(inCategory('Washing Machines'), notCheaperThan(2_400), isWhole);
const isAirConditioner = both(
	inCategory('Air Conditioners', 'Heating & Cooling Appliances'),
	named(/\ba\.?c\b|\bacs\b|air[ -]?condition|\bton\b/i),
	notCheaperThan(15_000),
	isWhole,
	not(named(/cooler|heater|stabili[sz]er|\bfan\b/i)),
);
const isWatch = both(inCategory('Watches'), not(named(/\bstraps? for|watch band|watch box|winder/i)));
const isTreadmill = both(inMainCategory('sports & fitness'), named(/treadmill/i), notCheaperThan(4_000), isWhole);
const isDiaper = both(
	inCategory('Diapers', 'Baby Products', 'Baby Bath, Skin & Grooming', 'Value Bazaar', 'Baby Fashion'),
	named(/diaper|nappy|nappies|langot/i),
	not(named(/rash|diaper (?:bag|changing|caddy|backpack|organi[sz]er|pail|mat)/i)),
);
const isHeadphone = both(
	inCategory('Headphones'),
	named(/head ?(?:phone|set)|ear ?(?:phone|bud|pod)|in-ear|over-ear|on-ear|neckband|airpods?|airdopes|tws/i),
	not(named(/\bcase\b|\bcover\b|cushion|ear ?pads|\bstand\b|holder|hanger|hook for|splitter/i)),
);
const isBackpack = both(inMainCategory('bags & luggage'), named(/back ?pack|bag ?pack|rucksack/i));
const isSchoolOrOtherBackpack = both(
	(product) => isBackpack(product) || inCategory('School Bags')(product),
	named(/back ?pack|bag ?pack|rucksack|school bag/i),
);
const isSunglass = both(
	named(/sun ?glass|aviator|wayfarer|goggles|eyewear/i),
	(product) => inCategory('Sunglasses')(product) || named(/sun ?glasses/i)(product),
	not(named(/\b(?:case|holder|box|organi[sz]er|cleaner)\b/i)),
);
const isVacuumCleaner = both(
	named(/vacuum(?: and blower)? cleaner|vacuum/i),
	named(/clean|handheld|wet/i),
	notCheaperThan(400),
);
const isBedsheet = both(named(/bed ?sheet|bedcover|bedspread/i), inMainCategory('home & kitchen'));

const unbounded = Number.POSITIVE_INFINITY;

export const amazonChecks: readonly QueryCheck[] = [
	{ query: 'tv', kind: 'category', meaning: 'televisions', isRight: isTelevision, ...usual },
	{ query: 'refrigerator', kind: 'category', meaning: 'refrigerators', isRight: isRefrigerator, ...usual },
	{ query: 'washing machine', kind: 'category', meaning: 'washing machines', isRight: isWashingMachine, ...usual },
	{ query: 'watch', kind: 'category', meaning: 'watches', isRight: isWatch, ...usual },
	{ query: 'air conditioner', kind: 'category', meaning: 'air conditioners', isRight: isAirConditioner, ...usual },
	{ query: 'treadmill', kind: 'category', meaning: 'treadmills', isRight: isTreadmill, ...usual },
	{ query: 'diapers', kind: 'category', meaning: 'diapers', isRight: isDiaper, ...usual },

	{ query: 'samsung', kind: 'brand', meaning: "Samsung's own products", isRight: ofBrand('samsung'), rightMin: 10 },
	{ query: 'puma', kind: 'brand', meaning: "Puma's own products", isRight: ofBrand('puma'), rightMin: 10 },
	{
		query: 'casio watch',
		kind: 'brand',
		meaning: 'watches of Casio',
		isRight: both(ofBrand('casio'), isWatch),
		...usual,
	},
	{
		query: 'lg washing machine',
		kind: 'brand',
		meaning: 'washing machines of LG',
		isRight: both(ofBrand('lg'), isWashingMachine),
		...usual,
	},

	{
		query: 'headphones under 500',
		kind: 'price',
		meaning: 'headphones of at most 500',
		isRight: both(isHeadphone, costing(0, 500)),
		isForbidden: costingOtherThan(0, 500),
		...usual,
	},
	{
		query: 'backpack under 1000',
		kind: 'price',
		meaning: 'backpacks of at most 1,000',
		isRight: both(isSchoolOrOtherBackpack, costing(0, 1_000)),
		isForbidden: costingOtherThan(0, 1_000),
		...usual,
	},
	{
		query: 'tv below 15000',
		kind: 'price',
		meaning: 'televisions of at most 15,000',
		isRight: both(isTelevision, costing(0, 15_000)),
		isForbidden: costingOtherThan(0, 15_000),
		...usual,
	},
	{
		query: 'watch between 1000 and 2000',
		kind: 'price',
		meaning: 'watches of 1,000 to 2,000',
		isRight: both(isWatch, costing(1_000, 2_000)),
		isForbidden: costingOtherThan(1_000, 2_000),
		...usual,
	},
	{
		query: 'refrigerator above 30000',
		kind: 'price',
		meaning: 'refrigerators of at least 30,000',
		isRight: both(isRefrigerator, costing(30_000, unbounded)),
		isForbidden: costingOtherThan(30_000, unbounded),
		...usual,
	},

	{
		query: 'watch not titan',
		kind: 'negation',
		meaning: 'watches, none of Titan',
		isRight: both(isWatch, not(ofBrand('titan'))),
		isForbidden: ofBrand('titan'),
		...usual,
	},
	{
		query: 'refrigerator -samsung',
		kind: 'negation',
		meaning: 'refrigerators, none of Samsung',
		isRight: both(isRefrigerator, not(ofBrand('samsung'))),
		isForbidden: ofBrand('samsung'),
		...usual,
	},
	{
		query: 'washing machine except lg',
		kind: 'negation',
		meaning: 'washing machines, none of LG',
		isRight: both(isWashingMachine, not(ofBrand('lg'))),
		isForbidden: ofBrand('lg'),
		...usual,
	},
	{
		query: 'backpack not black',
		kind: 'negation',
		meaning: 'backpacks, none that say black',
		isRight: both(isSchoolOrOtherBackpack, not(named(/\bblack\b/i))),
		isForbidden: named(/\bblack\b/i),
		...usual,
	},

	{
		query: '1.5 ton split ac',
		kind: 'attribute',
		meaning: 'split air conditioners of 1.5 tons',
		isRight: both(isAirConditioner, named(/\b1\.5[ -]?tons?\b/i), named(/\bsplit\b/i)),
		...usual,
	},
	{
		query: '55 inch tv',
		kind: 'attribute',
		meaning: 'televisions of 55 inches',
		isRight: both(isTelevision, named(/\b55[ -]?(?:inch(?:es)?|["”]|in\b)|\b(?:139|139\.7|140) ?cm\b/i)),
		...usual,
	},
	{
		query: '7kg washing machine',
		kind: 'attribute',
		meaning: 'washing machines of 7 kg',
		isRight: both(isWashingMachine, named(/(?<![\d.])7(?:\.0)?[ -]?kgs?\b/i)),
		...usual,
	},
	{
		query: 'black backpack',
		kind: 'attribute',
		meaning: 'backpacks that say black',
		isRight: both(isSchoolOrOtherBackpack, named(/\bblack\b/i)),
		...usual,
	},
	{
		query: "women's watch",
		kind: 'attribute',
		meaning: 'watches for women or girls',
		isRight: both(isWatch, named(/\b(?:wom[ae]n|lad(?:y|ies)|girl|unisex|female)/i)),
		...usual,
	},
	{
		query: 'king size bedsheet',
		kind: 'attribute',
		meaning: 'bed sheets of king size',
		isRight: both(isBedsheet, named(/\bking\b/i)),
		...usual,
	},

	{ query: 'refridgerator', kind: 'typo', meaning: 'refrigerators', isRight: isRefrigerator, ...usual },
	{ query: 'vacume cleaner', kind: 'typo', meaning: 'vacuum cleaners', isRight: isVacuumCleaner, ...usual },
	{ query: 'sun glasses', kind: 'typo', meaning: 'sunglasses', isRight: isSunglass, ...usual },
	{ query: 'washingmachine', kind: 'typo', meaning: 'washing machines', isRight: isWashingMachine, ...usual },
];
