/**
 * Generates the sessions of shoppers in an invented shop.
 *
 * A shopper looks for a kind of product and has a brand and a price in mind. From one product they go to a similar one:
 * of the same kind or brand, at a similar price, more likely a well-known one. Some put a product into the cart and
 * look for what goes with it, and some of these check out. Regular shoppers return with the same taste. The same seed
 * and catalogue give the same sessions.
 */
import { createSeededRandom, type SeededRandom } from '../../lib/seeded-random.ts';
import { dayMs } from '../event/utc-day.ts';
import type { DemoItem } from './demo-item.ts';

export interface DemoInteraction {
	/** 1–32 characters. */
	readonly sessionId: string;
	/** The user id of a shopper who is logged in. */
	readonly userId: string | null;
	readonly occurredAtMs: number;
	readonly kind: 'view' | 'cart' | 'checkout';
	/** Undefined for a checkout, which applies to the whole cart. */
	readonly item: DemoItem | undefined;
}

export interface SessionsOptions {
	/** A safe integer. */
	readonly seed: number;
	readonly catalogue: readonly DemoItem[];
	/** All interactions are before this time. */
	readonly nowMs: number;
	/** At least 0; 700 by default. */
	readonly sessionCount?: number;
}

const dayCount = 14;
const regularCount = 40;
/** Relative numbers of visits by hour of the day, from midnight. */
const visitsByHour = [2, 1, 1, 1, 1, 2, 4, 6, 7, 8, 9, 9, 10, 9, 8, 8, 9, 10, 12, 14, 15, 13, 9, 5];
const hours = visitsByHour.map((_, hour) => hour);
const viewsMax = 14;

/** What a shopper likes. */
interface Taste {
	readonly start: Product;
	readonly brand: string;
	/** How far the price may be from that of the last product, in logarithms: 0.7 is half or twice. */
	readonly priceRange: number;
}

interface Product {
	readonly item: DemoItem;
	/** `Running > Shoes > Trail Running Shoes`. */
	readonly kind: string;
	/** `Running`. */
	readonly department: string;
	readonly logPrice: number;
	/** How well known it is, > 0: a few products are, most are not (Zipf). */
	readonly fame: number;
}

/** All interactions in order of time; empty without a catalogue. Cost: sessions × items. */
export function generateSessions({
	seed,
	catalogue,
	nowMs,
	sessionCount = 700,
}: SessionsOptions): readonly DemoInteraction[] {
	const random = createSeededRandom(seed);
	const products = toProducts(random, catalogue);
	if (products.length === 0) return [];
	const regulars = Array.from({ length: regularCount }, () => drawTaste(random, products));
	const interactions = Array.from({ length: sessionCount }, (_, number) => {
		const regular = random.chance(0.2) ? random.integer(0, regularCount - 1) : undefined;
		const taste = (regular === undefined ? undefined : regulars[regular]) ?? drawTaste(random, products);
		const visitor = {
			sessionId: `demo-session-${number + 1}`,
			userId: regular === undefined ? null : `demo-user-${regular + 1}`,
		};
		return drawVisit(random, products, taste).map(({ afterMs, startMs, ...interaction }) => ({
			...visitor,
			...interaction,
			occurredAtMs: nowMs - startMs + afterMs,
		}));
	});
	return interactions.flat().toSorted((a, b) => a.occurredAtMs - b.occurredAtMs);
}

/** The items in stock, one variant of each model. */
function toProducts(random: SeededRandom, catalogue: readonly DemoItem[]): Product[] {
	const shown = catalogue.filter((item) => item.availability === 'in stock' && item.group_leader !== false);
	return random.shuffle(shown).map((item, rank): Product => {
		const kind = item.categories[0] ?? '';
		const department = kind.split(' > ')[0] ?? '';
		return { item, kind, department, logPrice: Math.log(item.price), fame: 1 / (rank + 3) ** 0.8 };
	});
}

function drawTaste(random: SeededRandom, products: readonly Product[]): Taste {
	const start = pick(random, products, ({ fame }) => fame);
	return { start, brand: start.item.brand, priceRange: 0.25 + random.fraction() / 2 };
}

interface VisitInteraction extends Pick<DemoInteraction, 'kind' | 'item'> {
	/** Time since the beginning of the visit. */
	readonly afterMs: number;
	/** Time from the beginning of the visit until now. */
	readonly startMs: number;
}

function drawVisit(random: SeededRandom, products: readonly Product[], taste: Taste): VisitInteraction[] {
	const interactions: VisitInteraction[] = [];
	const startMs = drawStart(random);
	let afterMs = 0;
	const add = (kind: DemoInteraction['kind'], item?: DemoItem) => {
		interactions.push({ kind, item, afterMs, startMs });
		afterMs += 15_000 + Math.round(random.fraction() * 75_000);
	};
	let product = pick(
		random,
		products,
		(other) => likeness(taste.start, other, taste) * (other === taste.start ? 3 : 1),
	);
	let hasCart = false;
	for (let left = drawLength(random); left > 0; left -= 1) {
		add('view', product.item);
		if (random.chance(0.13)) {
			add('cart', product.item);
			hasCart = true;
			const companion = findCompanion(random, products, product);
			if (companion !== undefined && random.chance(0.6)) {
				add('view', companion.item);
				if (random.chance(0.7)) add('cart', companion.item);
			}
		}
		const last = product;
		product = pick(random, products, (other) => (other === last ? 0 : likeness(last, other, taste)));
	}
	if (hasCart && random.chance(0.6)) add('checkout');
	return interactions;
}

/**
 * In the last fourteen days, distributed by the hour of the day, and at least half an hour ago, so that the visit is
 * over.
 */
function drawStart(random: SeededRandom): number {
	const hour = random.pickWeighted(hours, visitsByHour);
	const day = random.integer(0, dayCount - 1);
	return Math.round(30 * 60_000 + day * dayMs + ((23 - hour + random.fraction()) / 24) * dayMs);
}

/** Most shoppers look at a few products, some at many. */
function drawLength(random: SeededRandom): number {
	return Math.min(viewsMax, 1 + Math.floor(-Math.log(1 - random.fraction()) * 3.5));
}

/** How likely a shopper is to go from one product to the other, > 0. */
function likeness(from: Product, to: Product, { brand, priceRange }: Taste): number {
	const isNearInPrice = Math.abs(to.logPrice - from.logPrice) <= priceRange;
	const byKind = to.kind === from.kind ? 60 : to.department === from.department ? 4 : 0.2;
	return to.fame * byKind * (to.item.brand === brand ? 2.5 : 1) * (isNearInPrice ? 2 : 1);
}

/** A product that goes with another: of another kind in the same department, the same few for every shopper. */
function findCompanion(random: SeededRandom, products: readonly Product[], product: Product): Product | undefined {
	const kinds = [
		...new Set(products.filter(({ department }) => department === product.department).map(({ kind }) => kind)),
	];
	const ordered = kinds.toSorted();
	const next = ordered[(ordered.indexOf(product.kind) + 1) % ordered.length];
	const companions = products.filter((other) => other.kind === next && other !== product).slice(0, 2);
	return companions.length === 0 ? undefined : pick(random, companions, ({ fame }) => fame);
}

function pick(random: SeededRandom, products: readonly Product[], weigh: (product: Product) => number): Product {
	return random.pickWeighted(products, products.map(weigh));
}
