/**
 * A trusted proxy may have as many connections as it needs. So for a client behind it the requests that are being
 * answered are counted instead, by the address that the proxy names: at most as many as the client might have
 * connections.
 */
import type { ServerResponse } from 'node:http';

export interface ForwardedLoad {
	/** @returns whether the client may have one more request; if so, it counts until the response is closed. */
	begin(client: string, response: ServerResponse): boolean;
}

export function createForwardedLoad(perClientCountMax: number): ForwardedLoad {
	const counts = new Map<string, number>();

	function end(client: string): void {
		const count = (counts.get(client) ?? 1) - 1;
		if (count === 0) counts.delete(client);
		else counts.set(client, count);
	}

	return {
		begin(client, response) {
			const count = counts.get(client) ?? 0;
			if (count >= perClientCountMax) return false;
			counts.set(client, count + 1);
			response.once('close', () => end(client));
			return true;
		},
	};
}
