import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding } from './choose-encoding.ts';

const cases: readonly (readonly [header: string | undefined, encoding: string | undefined, isForced?: boolean])[] = [
	[undefined, undefined],
	['', undefined],
	['br', 'br'],
	['gzip', 'gzip'],
	['x-gzip', 'gzip'],
	['GZIP', 'gzip'],
	['deflate', undefined],
	['zstd', undefined],
	['gzip, deflate', 'gzip'],
	['gzip, deflate, br', 'br'],
	['gzip, deflate, br, zstd', 'br'],
	['br;q=0.8, gzip', 'gzip'],
	['br;q=0.001, gzip;q=0', 'br'],
	['br; q=1.0, gzip ;q=1', 'br'],
	['*', 'br'],
	['*;q=0.1', 'br'],
	['br;q=0, *', 'gzip'],
	['br;q=0, gzip;q=0, *', undefined],
	['identity', undefined],
	['identity, gzip;q=0.5', undefined],
	['identity;q=0.5, gzip', 'gzip'],
	['identity, gzip', 'gzip'],
	['gzip, identity;q=0', 'gzip', true],
	['*, identity;q=0', 'br', true],
	['gzip, *;q=0', 'gzip', true],
	['*;q=0', undefined],
	['identity;q=0', undefined],
	['gzip;q=0', undefined],
	['gzip;q=2', undefined],
	['gzip;q=-1, br;q=x', undefined],
	['gzip;q=0.1234', undefined],
	['gzip;level=9;q=0.5', 'gzip'],
	['gzip;q=1, gzip;q=0', undefined],
	[', ,gzip,', 'gzip'],
	[`${'x,'.repeat(5_000)}br`, 'br'],
];

test('the encoding that a reader likes best is chosen, and brotli of two that it likes as well', () => {
	for (const [header, encoding, isForced = false] of cases) {
		for (const time of ['first', 'again']) {
			const { isGzipAsGood: _, ...choice } = chooseEncoding(header);
			assert.deepEqual(choice, { encoding, isForced }, `${header} ${time}`);
		}
	}
});

test('gzip is as good as what is chosen unless something else is preferred', () => {
	for (const header of ['gzip', 'gzip, deflate, br', '*', 'gzip, identity', 'gzip;q=0.5, br;q=0.5, identity;q=0.1']) {
		assert.equal(chooseEncoding(header).isGzipAsGood, true, header);
	}
	for (const header of ['br', 'br, gzip;q=0.9', 'gzip;q=0, *', 'identity', 'identity, gzip;q=0.5', '', undefined]) {
		assert.equal(chooseEncoding(header).isGzipAsGood, false, header);
	}
});

test('headers that are all different are not cached for ever, and are still answered', () => {
	for (let number = 0; number < 2_000; number++) assert.equal(chooseEncoding(`gzip, x${number}`).encoding, 'gzip');
	assert.equal(chooseEncoding('br').encoding, 'br');
});
