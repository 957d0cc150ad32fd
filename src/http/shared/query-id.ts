/** The search that an event names. An event must not be lost for a wrong name, so whatever is not one is ignored. */
import { Type } from 'typebox';
import type { ShopperEvent } from '../../domain/event/shopper-event.ts';
import { queryIdExample } from './example-ids.ts';

const pattern = /^[0-9a-f]{32}$/;
const about = {
	description: 'The `query_id` of the search that led here. Ignored if there is no such search',
	examples: [queryIdExample],
};

export const queryId = Type.Optional(Type.String(about));
/** The same in a body that is validated. */
export const anyQueryId = Type.Optional(Type.Unknown(about));

/** The reference to a search, if the value can be one. */
export function toQueryReference(value: unknown): Pick<ShopperEvent, 'queryId'> {
	return typeof value === 'string' && pattern.test(value) ? { queryId: value } : {};
}
