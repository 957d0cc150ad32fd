/** Events as they are written on the wire. */
import { type Static, Type } from 'typebox';
import type { ErasureRequest } from '../../app/event/erase-events.ts';
import type { EventPage } from '../../app/event/read-events.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { unpackHits } from '../../domain/event/packed-hits.ts';
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { formatDfid } from '../../domain/item/dfid.ts';
import { type Position, parsePosition, positionPattern } from '../../domain/log/position.ts';
import { sessionIdLengthMax, userIdLengthMax } from '../../domain/query/query-limits.ts';
import { hashidPattern } from '../../domain/search-engine/search-engine.ts';
import { FailureError, failField } from '../../lib/failure.ts';
import { hashidExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { time } from './account-wire.ts';

const pageEventsMax = 1000;

/** A position in the log: a number in a store that counts its events one by one, otherwise text. */
function cursor(description: string) {
	return { type: ['integer', 'string'], minimum: 0, pattern: positionPattern.source, description };
}

export const pageQuery = Type.Object({
	after: Type.Unsafe<number | string>({ ...cursor('`next_after` of the page before'), default: 0 }),
	limit: Type.Integer({ minimum: 1, maximum: pageEventsMax, default: 100 }),
});

const eventOutput = component(
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
		text: nullable(Type.String({ description: 'What was searched for' })),
		hit_count: nullable(Type.Integer()),
		teams: nullable(
			Type.String({
				description:
					'Of a search with interleaved rankings, one letter for each item of `shown`: `l` for one that the learned ranking contributed, `p` the plain one, `-` neither',
			}),
		),
		query_id: nullable(Type.String({ description: 'Of a search; of other events, the search that they name' })),
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

function toCursor(position: Position): number | string {
	const number = Number(position);
	return Number.isSafeInteger(number) ? number : position;
}

/** @throws {FailureError} `invalid` for a number or text that is not a position. */
export function fromCursor(cursor: number | string): Position {
	const position = parsePosition(String(cursor));
	if (position === undefined) throw refuse('after', 'must be `next_after` of a page');
	return position;
}

function toEventWire(event: LoggedEvent): Static<typeof eventOutput> {
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
		price: event.price,
		text: event.text,
		hit_count: event.hitCount,
		teams: event.draft?.teams ?? null,
		query_id: event.queryId,
		client_key: event.clientKey,
		is_bot: event.isBot,
	};
}

export const erasureInput = component(
	'ErasureRequest',
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

export const erasureOutput = component(
	'Erasure',
	Type.Object({ erased: Type.Integer({ description: 'How many events there were' }) }),
);

/** @throws {FailureError} `invalid` unless the body names a session of a search engine, or a user. */
export function toErasureRequest(body: Static<typeof erasureInput>): ErasureRequest {
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
