/** Events as they are written on the wire. */
import { type Static, Type } from 'typebox';
import type { EventPage } from '../../app/event/read-events.ts';
import type { ShopperRequest } from '../../app/event/shopper-walk.ts';
import type { LoggedEvent, LoggedSearch } from '../../domain/event/logged-event.ts';
import { unpackHits } from '../../domain/event/packed-hits.ts';
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { formatDfid } from '../../domain/item/dfid.ts';
import { type Position, parsePosition, positionPattern } from '../../domain/log/position.ts';
import { sessionIdLengthMax, userIdLengthMax } from '../../domain/query/query-limits.ts';
import { hashidPattern } from '../../domain/search-engine/search-engine.ts';
import { FailureError, failField } from '../../lib/failure.ts';
import { hashidExample } from '../shared/example-ids.ts';
import { toFiltersWire } from '../shared/filter-wire.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { time } from './account-wire.ts';

const pageEventsMax = 1000;

/** A position in the log: a number in a store that counts its events one by one, otherwise text. */
export function cursor(description: string) {
	return { type: ['integer', 'string'], minimum: 0, pattern: positionPattern.source, description };
}

export const pageQuery = Type.Object({
	after: Type.Unsafe<number | string>({ ...cursor('`next_after` of the page before'), default: 0 }),
	limit: Type.Integer({ minimum: 1, maximum: pageEventsMax, default: 100 }),
});

export const eventOutput = component(
	'Event',
	Type.Object({
		serial: Type.Unsafe<number | string>(cursor('Position in the log')),
		kind: Type.String({ description: 'docs/events.md lists them', examples: ['search'] }),
		hashid: Type.String({ examples: [hashidExample] }),
		dfid: nullable(Type.String({ description: 'The item' })),
		shown: Type.Array(Type.String(), { description: 'The first items that a widget or a search showed, in order' }),
		session_id: nullable(Type.String()),
		user_id: nullable(Type.String()),
		widget_id: nullable(Type.String()),
		occurred_at: time,
		amount: Type.Integer({ description: 'Of carts and purchases; 1 else' }),
		price: nullable(Type.Number({ description: 'Unit price' })),
		currency: nullable(
			Type.String({ description: 'Of the prices; null: that of the search engine', examples: ['EUR'] }),
		),
		lines: Type.Array(
			Type.Object({
				dfid: Type.String(),
				amount: Type.Integer(),
				price: Type.String({ description: 'Unit price' }),
				is_new: Type.Boolean({ description: 'Whether the item was not in the cart before' }),
			}),
			{ description: 'What a cart was replaced by' },
		),
		has_init: nullable(Type.Boolean({ description: 'Of a checkout: whether the session had begun' })),
		url: nullable(Type.String({ description: 'The page of a visit' })),
		page_type: nullable(Type.String()),
		text: nullable(Type.String({ description: 'What was searched for' })),
		hit_count: nullable(Type.Integer()),
		first_rank: nullable(Type.Integer({ description: 'Of a search: the rank of the first of `shown`, from 1' })),
		position: nullable(Type.Integer({ description: 'Of a click: the rank at which it found its item, from 1' })),
		teams: nullable(
			Type.String({
				description:
					'Of a search with interleaved rankings, one letter for each item of `shown`: `l` for one that the learned ranking contributed, `p` the plain one, `-` neither',
			}),
		),
		query_id: nullable(Type.String({ description: 'Of a search; of other events, the search that they name' })),
		attempt: nullable(Type.String({ description: 'Of a search: which attempt answered', examples: ['match_and'] })),
		source: nullable(Type.String({ description: 'Of a search: `text`, `voice`, `image` or `visually_similar`' })),
		is_corrected: Type.Boolean({ description: 'Whether words of a search were corrected' }),
		page: nullable(Type.Integer({ description: 'Of a search' })),
		indices: Type.Array(Type.String(), { description: 'The indices that a search named' }),
		filter: Type.Object({}, { additionalProperties: true, description: 'Of a search, as it takes filters' }),
		facets: Type.Array(Type.String(), { description: 'The fields of the facets that a search named' }),
		target_id: nullable(Type.Integer({ description: 'The redirection or image' })),
		custom_results_id: nullable(Type.String()),
		device: nullable(Type.String({ description: '`desktop` or `mobile`' })),
		location: nullable(
			component(
				'EventLocation',
				Type.Object({
					country: nullable(Type.String({ description: 'ISO 3166-1', examples: ['ES'] })),
					continent: nullable(Type.String({ examples: ['EU'] })),
					city: nullable(Type.String({ examples: ['Madrid'] })),
					latitude: nullable(Type.Number()),
					longitude: nullable(Type.Number()),
				}),
			),
		),
		client_key: nullable(Type.String({ description: "Name of the caller's network, another one each day" })),
		is_bot: Type.Boolean(),
	}),
);

const nextAfter = cursor('Null: that was all');

export const pageOutput = component(
	'EventPage',
	Type.Object({
		events: Type.Array(eventOutput),
		next_after: Type.Unsafe<number | string | null>({ ...nextAfter, type: [...nextAfter.type, 'null'] }),
	}),
);

export function toPageWire({ events, nextAfter }: EventPage): Static<typeof pageOutput> {
	return { events: events.map(toEventWire), next_after: nextAfter === null ? null : toCursor(nextAfter) };
}

export function toCursor(position: Position): number | string {
	const number = Number(position);
	return Number.isSafeInteger(number) ? number : position;
}

/** @throws {FailureError} `invalid` for a number or text that is not a position. */
export function fromCursor(cursor: number | string): Position {
	const position = parsePosition(String(cursor));
	if (position === undefined) throw refuse('after', 'must be `next_after` of a page');
	return position;
}

export function toEventWire(event: LoggedEvent): Static<typeof eventOutput> {
	const toDfid = (item: EventItem) => formatDfid({ hashid: event.hashid, ...item });
	return {
		serial: toCursor(event.position),
		kind: event.kind,
		hashid: event.hashid,
		dfid: event.item === null ? null : toDfid(event.item),
		shown: [...event.shown, ...unpackHits(event.hits)].map(toDfid),
		session_id: event.sessionId,
		user_id: event.userId,
		widget_id: event.widgetId,
		occurred_at: new Date(event.occurredAtMs).toISOString(),
		amount: event.amount,
		price: event.price === null ? null : Number(event.price),
		currency: event.currency,
		lines: event.lines.map(({ amount, price, isNew = false, ...item }) => ({
			...{ dfid: toDfid(item), amount, price, is_new: isNew },
		})),
		has_init: event.hasInit,
		url: event.url,
		page_type: event.pageType,
		text: event.text,
		hit_count: event.hitCount,
		first_rank: event.search === null ? null : event.firstRank,
		position: event.rank,
		teams: event.draft?.teams ?? null,
		...toSearchWire(event.search),
		target_id: event.targetId,
		custom_results_id: event.customResultsId,
		device: event.device,
		location: event.location,
		query_id: event.queryId,
		client_key: event.clientKey,
		is_bot: event.isBot,
	};
}

function toSearchWire(search: LoggedSearch | null) {
	return {
		attempt: search?.queryName ?? null,
		source: search?.source ?? null,
		is_corrected: search?.isCorrected ?? false,
		page: search?.page ?? null,
		indices: [...(search?.indexNames ?? [])],
		filter: toFiltersWire(search?.filters ?? []),
		facets: [...(search?.facetNames ?? [])],
	};
}

export const shopperInput = component(
	'ShopperRequest',
	Type.Object(
		{
			session_id: Type.Optional(
				Type.String({ minLength: 1, maxLength: sessionIdLengthMax, description: 'Of the search engine `hashid`' }),
			),
			user_id: Type.Optional(Type.String({ minLength: 1, maxLength: userIdLengthMax, examples: ['customer-17'] })),
			hashid: Type.Optional(
				Type.String({
					pattern: hashidPattern.source,
					description: 'Needed with `session_id`; with `user_id` left out, it is all of the account',
				}),
			),
		},
		{ additionalProperties: false },
	),
);

export const shopperOutput = component(
	'ShopperDocument',
	Type.Object({
		session_id: nullable(Type.String()),
		user_id: nullable(Type.String()),
		hashid: nullable(Type.String()),
		events: Type.Array(eventOutput, { description: 'Of a user, those that name the user come first' }),
	}),
);

/** The document as text, bit by bit. */
export async function* toShopperTexts(
	{ session_id, user_id, hashid }: Static<typeof shopperInput>,
	chunks: AsyncIterable<readonly LoggedEvent[]>,
): AsyncGenerator<string> {
	const who = { session_id: session_id ?? null, user_id: user_id ?? null, hashid: hashid ?? null };
	yield `${JSON.stringify(who).slice(0, -1)},"events":[`;
	let separator = '';
	for await (const events of chunks) {
		yield separator + events.map((event) => JSON.stringify(toEventWire(event))).join(',');
		separator = ',';
	}
	yield ']}';
}

export const erasureOutput = component(
	'Erasure',
	Type.Object({ erased: Type.Integer({ description: 'How many events there were' }) }),
);

/** @throws {FailureError} `invalid` unless the body names a session of a search engine, or a user. */
export function toShopperRequest(body: Static<typeof shopperInput>): ShopperRequest {
	const { session_id: sessionId, user_id: userId, hashid: engine } = body;
	if (sessionId !== undefined && userId !== undefined) throw refuse('user_id', 'must not stand beside session_id');
	if (userId !== undefined) return { userId, hashid: engine ?? null };
	if (sessionId === undefined) throw refuse('user_id', 'is required, or session_id with hashid');
	if (engine === undefined) throw refuse('hashid', 'is required with session_id');
	return { sessionId, hashid: engine };
}

function refuse(field: string, reason: string): FailureError {
	return new FailureError(failField(field, reason).failure);
}
