/**
 * Imitates one property of a pooler between a client and PostgreSQL: the client is told of another server process than
 * the one that answers it.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export interface FakePooler {
	readonly url: string;
	close(): Promise<void>;
}

const backendKeyData = 'K'.charCodeAt(0);

export async function startFakePooler(url: string): Promise<FakePooler> {
	const target = new URL(url);
	const server = createServer((client) => {
		const upstream = connect(Number(target.port), target.hostname);
		client.pipe(upstream);
		let pending = Buffer.alloc(0);
		upstream.on('data', function forward(chunk: Buffer) {
			pending = Buffer.concat([pending, chunk]);
			// Messages consist of a letter, a length of four bytes that includes itself, and the content.
			while (pending.length >= 5 && pending.length > pending.readUInt32BE(1)) {
				const end = 1 + pending.readUInt32BE(1);
				const isKey = pending[0] === backendKeyData;
				if (isKey) pending.writeUInt32BE(pending.readUInt32BE(5) + 1, 5);
				client.write(pending.subarray(0, end));
				pending = pending.subarray(end);
				if (!isKey) continue;
				upstream.off('data', forward);
				client.write(pending);
				upstream.pipe(client);
				return;
			}
		});
		client.on('error', () => upstream.destroy());
		upstream.on('error', () => client.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const own = new URL(url);
	own.port = String((server.address() as AddressInfo).port);
	return {
		url: own.href,
		async close() {
			server.close();
			await once(server, 'close');
		},
	};
}
