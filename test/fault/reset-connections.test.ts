/** Connections that end before the server has accepted them, although they contain a request. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createApi } from '../support/api.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer } from '../support/server.ts';

const connectionCount = 60;

for (const proxies of ['', '127.0.0.1']) {
	const whose = proxies === '' ? 'clients' : 'a trusted proxy';

	test(`requests of ${whose} that were reset before they were accepted are ignored, and are not a server failure`, async (t) => {
		const server = await startServer({ environment: { VITRINE_TRUSTED_PROXIES: proxies } });
		t.after(() => server[Symbol.asyncDispose]());
		assert(server.firstRun);
		const { key, hashid, widget_id: widgetId } = server.firstRun;
		const { hostname, port } = new URL(server.url);
		const paths = [
			'/openapi.json',
			'/',
			`/6/${hashid}/_search?query=a`,
			'/api/v2/search_engines',
			`/api/widget/${widgetId}`,
		];
		// When it continues, it accepts the connections that arrived meanwhile.
		server.process.kill('SIGSTOP');
		for (let number = 0; number < connectionCount; number += 1) {
			const socket = connect(Number(port), hostname);
			await once(socket, 'connect');
			const credentials = number % 2 === 0 ? '' : `Authorization: Token ${key}\r\n`;
			const request = `GET ${paths[number % paths.length]} HTTP/1.1\r\nHost: x\r\n${credentials}\r\n`;
			await new Promise((sent) => socket.write(request, sent));
			socket.resetAndDestroy();
		}
		server.process.kill('SIGCONT');
		const api = createApi(server.url, key);
		assert.equal((await api.call('/api/v2/search_engines')).status, 200);
		assert.doesNotMatch(server.log(), /"level":[56]0/);
		assert.doesNotMatch(await readMetrics(server), /status="500"/);
	});
}
