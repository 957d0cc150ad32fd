/** OpenSearch as operators run it: behind TLS, and with a user. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { testCertificate, testCertificateKey } from '../test-certificate.ts';

export interface TlsFront {
	/** Settings of a server that searches through it. */
	readonly environment: Readonly<Record<string, string>>;
	/** From now on only this one is accepted. */
	setPassword(password: string): void;
	[Symbol.asyncDispose](): Promise<void>;
}

/** Passes on what comes with the right user and password, and refuses everything else as OpenSearch does. */
export async function startTlsFront(target: string, user: string, password: string): Promise<TlsFront> {
	const toHeader = (word: string) => `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
	let expected = toHeader(password);
	const server = createServer({ cert: testCertificate, key: testCertificateKey }, (asked, answer) => {
		if (asked.headers.authorization !== expected) {
			asked.resume();
			answer.writeHead(401, { 'www-authenticate': 'Basic realm="OpenSearch Security"' }).end('Unauthorized');
			return;
		}
		const { method, headers, url = '/' } = asked;
		const passedOn = request(`${target}${url}`, { method, headers }, (received) => {
			answer.writeHead(received.statusCode ?? 502, received.headers);
			pipeline(received, answer, () => undefined);
		});
		passedOn.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
		pipeline(asked, passedOn, () => undefined);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const folder = await mkdtemp(join(tmpdir(), 'vitrine-ca-'));
	const caFile = join(folder, 'ca.pem');
	await writeFile(caFile, testCertificate);
	return {
		environment: {
			VITRINE_OPENSEARCH_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
			VITRINE_OPENSEARCH_CA: caFile,
			VITRINE_OPENSEARCH_USER: user,
			VITRINE_OPENSEARCH_PASSWORD: password,
		},
		setPassword(word) {
			expected = toHeader(word);
		},
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
