/**
 * The demo catalogue of a first start answers searches from the command line, and follows changed settings, even after a
 * restart.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '../support/call-command.ts';
import { startNode } from '../support/cluster.ts';
import { waitFor } from '../support/wait-for.ts';

const environment = { VITRINE_SEARCH: 'true' };

test('the demo catalogue answers', async (t) => {
	const node = await startNode('the server', { environment });
	t.after(() => node.server[Symbol.asyncDispose]());
	const { firstRun } = node.server;
	assert(firstRun !== undefined);
	const { key, hashid } = firstRun;
	const vitrine = async (...words: string[]) => {
		const { exitCode, stdout, stderr } = await callCommand(words, {
			url: node.server.url,
			environment: { VITRINE_KEY: key },
		});
		assert.equal(exitCode, 0, stderr);
		return stdout;
	};
	const search = (...words: string[]) => vitrine('search', ...words, '--engine', hashid);

	// The index follows the catalogue's writes, also after a restart.
	const settle = () => waitFor('360 found items', search, (printed) => printed.includes('\n360 results'));
	await settle();
	const found = await search('wireless headphones', '--rpp', '3');
	assert.match(found, /^ID +TITLE +PRICE +BRAND +STOCK\n/);
	assert.equal(found.match(/^\d+ .*Wireless.*Headphones.* (?:in|out of) stock$/gm)?.length, 3, found);
	assert.match(found, /^\d+ results, page 1 of \d+ \(match_and\)\.$/m);
	assert.match(found, /^brand: +\w+ \d+, /m);
	assert.match(found, /^best_price: +[\d.]+ to [\d.]+$/m);

	// Of an engine that says nothing of stop words. Nor are words of asking taken for misspelt.
	const toCount = async (text: string) => (await search(text)).match(/^\d+ results, .*\(\w+\)\.$/m)?.[0];
	const plain = await toCount('running shoes');
	assert.match(plain ?? '', /match_and/);
	for (const text of ['the best running shoes', 'where to buy cheap running shoes online'])
		assert.equal(await toCount(text), plain, text);

	const toTitles = async (...words: string[]) =>
		JSON.parse(await search(...words, '--json')).results.map(({ title }: { title: string }) => title) as string[];
	const byTitle = await toTitles('--sort', 'title', '--rpp', '50');
	const fold = (title: string) => title.toLowerCase().split(/[^a-z0-9']+/)[0] ?? '';
	assert.deepEqual(byTitle.map(fold), byTitle.map(fold).toSorted());

	await vitrine('engine', 'synonyms', 'add', hashid, 'noise machine => wireless headphones');
	assert.match((await toTitles('noise machine', '--query-name', 'match_and'))[0] ?? '', /wireless/i);
	await node.server.stop();
	await node.restart();
	await settle();
	assert.match((await toTitles('noise machine', '--query-name', 'match_and'))[0] ?? '', /wireless/i);
	assert.equal(await vitrine('engine', 'synonyms', 'list', hashid), 'noise machine => wireless headphones\n');
});
