/** Events of shoppers as a PostgreSQL store keeps them, for tests of its log. */
import { randomBytes } from 'node:crypto';
import { type EventArguments, insertEvent } from '../../src/adapters/sql/event-rows.ts';
import type { SqlConnection } from '../../src/adapters/sql/sql-connection.ts';
import type { EventKind } from '../../src/domain/event/shopper-event.ts';
import { preparedAtMs } from './prepared-postgres.ts';

export const engineOfEvents = '0123456789abcdef0123456789abcdef';

/** @returns the session, by which the event is known again. */
export async function writeEvent(
	connection: Pick<SqlConnection, 'run'>,
	kind: EventKind = 'view',
	changes: Partial<EventArguments> = {},
): Promise<string> {
	const sessionId = randomBytes(8).toString('hex');
	await connection.run(insertEvent, {
		id: randomBytes(16).toString('hex'),
		kind,
		storeId: '',
		widgetId: null,
		hashid: engineOfEvents,
		indexName: '',
		key: null,
		sessionId,
		userId: null,
		occurredAtMs: preparedAtMs,
		payload: '{}',
		clientKey: null,
		isBot: 0,
		cartKey: null,
		...changes,
	});
	return sessionId;
}
