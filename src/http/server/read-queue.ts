/**
 * Connections that wait to be read from, one client after another: a client that opens a thousand of them delays others
 * by no more than one.
 */
import type { Connection } from './connections.ts';

export interface ReadQueue {
	add(connection: Connection): void;
	/** The next connection, of the client that was served longest ago; undefined if none waits. */
	take(): Connection | undefined;
	count(): number;
}

export function createReadQueue(): ReadQueue {
	/** In the order in which clients are served. Behind a trusted proxy each connection counts as a client. */
	const byClient = new Map<Connection['client'] | Connection, Connection[]>();
	let count = 0;

	return {
		add(connection) {
			count += 1;
			const client = connection.client ?? connection;
			const others = byClient.get(client);
			if (others === undefined) byClient.set(client, [connection]);
			else others.push(connection);
		},
		take() {
			for (const [client, waiting] of byClient) {
				byClient.delete(client);
				const connection = waiting.shift();
				if (waiting.length > 0) byClient.set(client, waiting);
				count -= 1;
				return connection;
			}
			return undefined;
		},
		count: () => count,
	};
}
