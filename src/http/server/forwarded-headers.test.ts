import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { createIpRangeTest } from '../../lib/ip-address.ts';
import { keepBelievedHeaders } from './forwarded-headers.ts';

const isTrusted = createIpRangeTest(['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '2001:db8::1']);

function keep(headers: Record<string, string>, remoteAddress = '10.0.0.1'): Record<string, unknown> {
	const request = { headers: { ...headers }, socket: { remoteAddress } };
	keepBelievedHeaders(request as unknown as IncomingMessage, isTrusted);
	return request.headers;
}

function clientOf(forwardedFor: string, remoteAddress?: string): unknown {
	return keep({ 'x-forwarded-for': forwardedFor }, remoteAddress)['x-forwarded-for'];
}

describe('the address of the client', () => {
	it('is the rightmost one that is not a trusted proxy', () => {
		assert.equal(clientOf('203.0.113.7'), '203.0.113.7');
		assert.equal(clientOf('1.2.3.4, 203.0.113.7'), '203.0.113.7', 'what stands before it was made up');
		assert.equal(clientOf('1.2.3.4,203.0.113.7 , 10.9.9.9,127.0.0.1'), '203.0.113.7');
		assert.equal(clientOf('203.0.113.7, 10.0.0.2:4711, [fd00::2]:443'), '203.0.113.7', 'proxies with their ports');
		assert.equal(clientOf('10.0.0.3, 10.0.0.2'), '10.0.0.3', 'all trusted: the farthest');
	});

	it('is read in all forms of an address', () => {
		assert.equal(clientOf('203.0.113.7:51312'), '203.0.113.7');
		assert.equal(clientOf('[2001:db8:5::7]:51312'), '2001:db8:5::7');
		assert.equal(clientOf('[2001:db8:5::7]'), '2001:db8:5::7');
		assert.equal(clientOf('::ffff:203.0.113.7'), '203.0.113.7');
		assert.equal(clientOf('203.0.113.7, ::ffff:10.1.1.1', '::ffff:10.0.0.1'), '203.0.113.7');
		assert.equal(clientOf('::ffff:cb00:7107, ::ffff:a01:101'), '203.0.113.7', 'IPv4-mapped in hexadecimal digits');
		assert.equal(clientOf('2001:DB8:5::0:7'), '2001:db8:5::7', 'one spelling of one address');
	});

	it("is the proxy's own where the proxy names none", () => {
		for (const garbage of [
			'',
			' , ,',
			'unknown',
			'_hidden',
			'999.1.1.1',
			'1.2.3',
			'203.0.113.7, unknown',
			'<script>',
		]) {
			assert.equal(clientOf(garbage), undefined, garbage);
		}
		assert.equal(clientOf('203.0.113.7, unknown, 10.0.0.2'), '10.0.0.2', 'the last hop that is known');
	});

	it('is found in a list of any length', () => {
		assert.equal(clientOf(`${'9.9.9.9,'.repeat(2000)}203.0.113.7`), '203.0.113.7');
		assert.equal(clientOf(`203.0.113.7${',10.0.0.1'.repeat(2000)}`), '203.0.113.7');
		assert.equal(clientOf(','.repeat(16_000)), undefined);
	});

	it('is not a claim of a caller that is not a trusted proxy', () => {
		assert.deepEqual(keep({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }, '198.51.100.1'), {});
	});
});

describe('the other headers', () => {
	it('are believed where the protocol is exactly http or https, and never of the host', () => {
		assert.deepEqual(keep({ 'x-forwarded-proto': 'https' }), { 'x-forwarded-proto': 'https' });
		assert.deepEqual(keep({ 'x-forwarded-proto': 'http' }), { 'x-forwarded-proto': 'http' });
		for (const proto of ['javascript', 'HTTPS', 'https, http', 'https://', ' https', '']) {
			assert.deepEqual(keep({ 'x-forwarded-proto': proto }), {}, proto);
		}
		assert.deepEqual(keep({ 'x-forwarded-host': 'us1-api.evil.example' }), {});
	});
});
