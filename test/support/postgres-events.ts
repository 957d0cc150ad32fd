/** Events of shoppers in a PostgreSQL store, for tests of its log. */
import { randomBytes } from 'node:crypto';
import { insertEvents, type NewEvent } from '../../src/adapters/sql/event-rows.ts';
import type { SqlConnection } from '../../src/adapters/sql/sql-connection.ts';
import type { EventKind } from '../../src/domain/event/shopper-event.ts';
import { preparedAtMs } from './prepared-postgres.ts';

export const engineOfEvents = '0123456789abcdef0123456789abcdef';

/** @returns the session, by which the event can be recognised. */
export async function writeEvent(
	connection: Pick<SqlConnection, 'runBatch'>,
	kind: EventKind = 'view',
	changes: Partial<NewEvent> = {},
): Promise<string> {
	const sessionId = randomBytes(8).toString('hex');
	const event: NewEvent = {
		id: randomBytes(16).toString('hex'),
		kind,
		store_id: '',
		widget_id: null,
		hashid: engineOfEvents,
		index_name: '',
		item_key: null,
		session_id: sessionId,
		user_id: null,
		occurred_at_ms: preparedAtMs,
		payload: '{}',
		client_key: null,
		is_bot: 0,
		cart_key: null,
		...changes,
	};
	await connection.runBatch(insertEvents, [event], {});
	return sessionId;
}
