/**
 * Events in the form of User Behavior Insights, version 1.3.0 (https://github.com/o19s/ubi): a search is a query, with
 * `user_query`; everything else is an event, with `action_name`. Their identifiers:
 *
 *     query_id     the id of the search; of an event, that of the search that it names
 *     client_id    the session, else the user, else the key of the network: whichever is known first
 *     object_id    the dfid of the item, as answers to searches have it
 *
 * What a widget showed becomes one event for each item, and a cart that was replaced one for each that is new in it. Only the last line of what one event became has its `serial`: a
 * reader that goes on after it has all lines before it.
 *
 * The schema wants a position wherever an event has attributes, so `ordinal` is −1 where nobody said which it was.
 */
import { toCartAdditions } from '../../domain/event/cart-additions.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventItem, EventKind } from '../../domain/event/shopper-event.ts';
import { formatDfid } from '../../domain/item/dfid.ts';
import { toCursor, toEventWire } from './event-wire.ts';

type Attributes = Readonly<Record<string, unknown>>;

const unknownOrdinal = -1;
const objectIdField = 'dfid';
const hasAmount: ReadonlySet<EventKind> = new Set(['cart', 'cart_addition', 'cart_removal', 'purchase']);
/** The schema's. */
const messageLengthMax = 1024;

/** The schema's own names where it has one. */
const actions: Readonly<Record<EventKind, readonly [name: string, type: string]>> = {
	...{ click: ['click', 'INFO'], widget_click: ['click', 'INFO'], view: ['view', 'INFO'] },
	...{ impression: ['impression', 'INFO'], visit: ['visit', 'INFO'], init: ['init', 'INFO'] },
	...{ redirect: ['redirect', 'INFO'], image: ['image_click', 'INFO'] },
	image_impression: ['impression', 'INFO'],
	...{ cart: ['add_to_cart', 'CONVERSION'], cart_addition: ['add_to_cart', 'CONVERSION'] },
	...{ cart_removal: ['remove_from_cart', 'INFO'], cart_clearing: ['clear_cart', 'INFO'] },
	...{ cart_replacement: ['replace_cart', 'INFO'] },
	...{ checkout: ['checkout', 'CONVERSION'], purchase: ['purchase', 'CONVERSION'] },
	...{ search: ['search', 'QUERY'], erasure: ['erasure', 'INFO'] },
};

/** The objects that an event becomes, at least one, in their order. */
export function toUbiWires(event: LoggedEvent): readonly Attributes[] {
	const lines = event.kind === 'search' ? [toQuery(event)] : toCartAdditions(event).flatMap(toEvents);
	const serial = toCursor(event.position);
	return lines.map((line, at) => (at === lines.length - 1 ? { ...line, serial } : line));
}

function toQuery(event: LoggedEvent): Attributes {
	const wire = toEventWire(event);
	const {
		attempt,
		source,
		is_corrected: isCorrected,
		page,
		indices,
		filter,
		facets,
		hit_count,
		first_rank,
		teams,
	} = wire;
	const query = keepKnown({
		...toWho(event),
		query_id: event.queryId,
		user_query: event.text ?? '',
		object_id_field: objectIdField,
		timestamp: wire.occurred_at,
		query_response_id: event.queryId,
		query_attributes: keepKnown({
			...{ page, indices, filter, facets, source, attempt, hit_count, first_rank, teams },
			is_corrected: isCorrected || null,
			...toCircumstances(event),
		}),
	});
	// An empty list says that nothing was found.
	return { ...query, query_response_hit_ids: wire.shown };
}

function toEvents(event: LoggedEvent): readonly Attributes[] {
	const { kind, shown } = event;
	const [actionName, messageType] = actions[kind];
	const common = keepKnown({
		...toWho(event),
		action_name: actionName,
		query_id: event.queryId,
		timestamp: toEventWire(event).occurred_at,
		message_type: messageType,
		message: event.text?.slice(0, messageLengthMax) ?? null,
	});
	const details = toDetails(event);
	if (shown.length === 0) return [{ ...common, event_attributes: toAttributes(event, { item: event.item, details }) }];
	return shown.map((item, at) => ({
		...common,
		event_attributes: toAttributes(event, { item, ordinal: at + 1, details }),
	}));
}

interface Subject {
	readonly item: EventItem | null;
	readonly ordinal?: number;
	readonly details: Attributes;
}

function toAttributes(
	event: LoggedEvent,
	{ item, ordinal = event.rank ?? unknownOrdinal, details }: Subject,
): Attributes {
	return {
		...(item !== null && { object: toObject(event.hashid, item) }),
		position: { ordinal },
		...details,
	};
}

function toObject(hashid: string, { indexName, itemKey }: EventItem): Attributes {
	return {
		object_id: formatDfid({ hashid, indexName, itemKey }),
		object_id_type: indexName,
		object_id_field: objectIdField,
	};
}

/** What else the event says. */
function toDetails(event: LoggedEvent): Attributes {
	const { widget_id, amount, price, currency, lines, has_init, url, page_type, target_id, custom_results_id } =
		toEventWire(event);
	return keepKnown({
		...{ widget_id, price, currency, lines, has_init, url, page_type, target_id, custom_results_id },
		...(hasAmount.has(event.kind) && { amount }),
		...toCircumstances(event),
	});
}

function toWho({ sessionId, userId, clientKey }: LoggedEvent): Attributes {
	return { client_id: sessionId ?? userId ?? clientKey, session_id: sessionId, user_id: userId };
}

function toCircumstances({ device, location, isBot }: LoggedEvent): Attributes {
	return { device, location, is_bot: isBot || null };
}

/** Leaves out what is null or has no members: the schema knows no null. */
function keepKnown(attributes: Attributes): Attributes {
	const isKnown = (value: unknown) =>
		value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0);
	return Object.fromEntries(Object.entries(attributes).filter(([, value]) => isKnown(value)));
}
