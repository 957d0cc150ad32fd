/** What a shop's server reports, as it is written on the wire. */
import { type Static, Type } from 'typebox';
import type { Visit } from '../../app/event/shop-events.ts';
import { findOccurrenceProblem } from '../../domain/event/occurrence.ts';
import type { CartReplacement, ReplacedLine } from '../../domain/event/shopper-event.ts';
import { parseDfid, toItemKey } from '../../domain/item/dfid.ts';
import { itemIdBytesMax } from '../../domain/item/item.ts';
import { linkLengthMax } from '../../domain/item/item-link.ts';
import { toDecimalPrice } from '../../domain/price/decimal-price.ts';
import type { PriceFormat } from '../../domain/price/price-format.ts';
import { readPrice } from '../../domain/price/price-text.ts';
import { sessionIdLengthMax, userIdLengthMax } from '../../domain/query/query-limits.ts';
import { isCurrencyCode } from '../../domain/search-engine/currency-format.ts';
import { hashidPattern, type SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { failFaults, toFaults } from '../../lib/fail-faults.ts';
import { FailureError, type Fault, failField } from '../../lib/failure.ts';
import { isWithinBytes } from '../../lib/utf8.ts';
import { dfid } from '../shared/dfid-schema.ts';
import { hashidExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { occurredAt } from '../shared/occurred-at.ts';
import { component } from '../shared/schema-component.ts';

const linesMax = 500;
const amountMax = 1_000_000_000;
const priceMax = 1e15;
const textLengthMax = 4096;

const hashid = Type.String({ pattern: hashidPattern.source, examples: [hashidExample] });

/** Pages send null, or an empty text, for what they do not know. */
const shopper = {
	session_id: Type.Optional(
		nullable(Type.String({ maxLength: sessionIdLengthMax }), { examples: ['my-first-session'] }),
	),
	user_id: Type.Optional(nullable(Type.String({ maxLength: userIdLengthMax }))),
	occurred_at: occurredAt,
	ip: Type.Optional(
		nullable(Type.String({ maxLength: textLengthMax }), {
			description: "The shopper's address: tells where the shopper is, and is not stored",
		}),
	),
	user_agent: Type.Optional(
		nullable(Type.String({ maxLength: textLengthMax }), {
			description: "The shopper's browser: tells the kind of device, and is not stored",
		}),
	),
	referer: Type.Optional(
		nullable(Type.String({ maxLength: textLengthMax }), { description: 'Taken, and of no effect' }),
	),
};

const cartLine = component(
	'StatedCartLine',
	Type.Object({
		id: Type.Unsafe<string | number>({
			type: ['string', 'number'],
			description: 'Of the item',
			examples: ['sku-1001'],
		}),
		quantity: Type.Integer({ minimum: 0, maximum: amountMax, examples: [2] }),
		price: Type.Unsafe<string | number>({
			type: ['number', 'string'],
			minimum: 0,
			maximum: priceMax,
			description: 'Of one: a number, or a text with or without a currency',
			examples: ['19,99 €'],
		}),
		title: Type.Optional(nullable(Type.String(), { description: 'Taken, and of no effect' })),
	}),
);

export const cartInput = component(
	'StatedCart',
	Type.Object({
		hashid,
		checkout_json: Type.Array(cartLine, { maxItems: linesMax, description: 'All that is in the cart' }),
		currency: Type.Optional(
			nullable(Type.String({ maxLength: 3 }), {
				description: 'ISO 4217; left out: that of the search engine',
				examples: ['EUR'],
			}),
		),
		...shopper,
	}),
);

export const saleInput = component(
	'Sale',
	Type.Object({
		hashid,
		has_init: Type.Optional(
			nullable(Type.Boolean({ default: true, description: 'Whether the session had begun with an `init`' })),
		),
		...shopper,
	}),
);

export const visitInput = component(
	'Visit',
	Type.Object({
		store: Type.String({ minLength: 1, maxLength: 36, description: 'Id of the store' }),
		hashid: Type.Optional(
			nullable(hashid, { description: "Left out: that of `dfid`, or the store's default search engine" }),
		),
		url: Type.Optional(
			nullable(Type.String({ maxLength: linkLengthMax }), {
				description: 'The page; what stands behind `?` or `#` is not stored',
				examples: ['https://shop.example/shoes'],
			}),
		),
		page_type: Type.Optional(nullable(Type.String({ maxLength: 200 }), { examples: ['category'] })),
		dfid: Type.Optional(nullable(dfid, { description: 'The product of the page' })),
		...shopper,
	}),
);

export const registered = component('Registered', Type.Object({ status: Type.Enum(['registered']) }));

type Shopper = Static<typeof shopperInput>;
const shopperInput = Type.Object(shopper);

/** Who it was, and when. @throws {FailureError} `invalid` for a time that cannot be. */
export function toOccasion(
	{ session_id: sessionId, user_id: userId, occurred_at: occurredAtMs }: Shopper,
	nowMs: number,
) {
	const problem = occurredAtMs === undefined ? undefined : findOccurrenceProblem(occurredAtMs, nowMs);
	if (problem !== undefined) throw new FailureError(failField('occurred_at', problem).failure);
	return {
		sessionId: sessionId || null,
		userId: userId || null,
		...(occurredAtMs !== undefined && { occurredAtMs }),
	};
}

/**
 * What a cart is replaced by. Lines of nothing are left out. A line names no index: it is one of products.
 * @throws {FailureError} `invalid` with all faults of its lines.
 */
export function toCartReplacement(
	{ checkout_json: stated, currency: written }: Static<typeof cartInput>,
	{ indices, locale, currency: ownCurrency }: SearchEngineWithIndices,
): CartReplacement {
	const currency = written?.trim().toUpperCase() || undefined;
	const isKnown = currency === undefined || isCurrencyCode(currency);
	const faults = toFaults('currency', isKnown ? undefined : 'must be a currency of ISO 4217');
	const { name: indexName } = indices.find(({ preset }) => preset === 'product') ?? indices[0] ?? { name: 'product' };
	const format = { locale, currency: (isKnown ? currency : undefined) ?? ownCurrency };
	const lines: ReplacedLine[] = [];
	for (const [at, { id, quantity: amount, price }] of stated.entries()) {
		const path = `checkout_json.${at}`;
		const decimal = readDecimal(price, format);
		faults.push(
			...findIdFaults(path, String(id)),
			...toFaults(`${path}.price`, decimal === undefined ? 'must be a price' : undefined),
		);
		if (amount > 0 && decimal !== undefined)
			lines.push({ indexName, itemKey: toItemKey(String(id)), amount, price: decimal });
	}
	if (faults.length > 0) throw new FailureError(failFaults(faults).failure);
	return { kind: 'cart_replacement', lines, ...(currency !== undefined && { currency }) };
}

function findIdFaults(path: string, id: string): Fault[] {
	const isUsable = id !== '' && isWithinBytes(id, itemIdBytesMax);
	return toFaults(`${path}.id`, isUsable ? undefined : `must have 1 to ${itemIdBytesMax} bytes`);
}

/** Undefined for what is no price. */
function readDecimal(written: string | number, format: PriceFormat): string | undefined {
	const price = typeof written === 'number' ? written : readPrice(written, format);
	return price === undefined || price === null || price < 0 || price > priceMax ? undefined : toDecimalPrice(price);
}

export function toVisit({
	store,
	hashid: named,
	url,
	page_type: pageType,
	dfid: item,
}: Static<typeof visitInput>): Visit {
	return {
		storeId: store,
		hashid: named || null,
		dfid: parseDfid(item ?? '') ?? null,
		url: url?.trim().replace(/[?#].*$/s, '') || null,
		pageType: pageType?.trim() || null,
	};
}
