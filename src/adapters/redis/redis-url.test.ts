import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRedisFailure } from './describe-redis-failure.ts';
import { parseRedisUrl } from './redis-url.ts';

describe('the URL of a Redis', () => {
	it('has a host, and may have the rest', () => {
		const usual = { port: 6379, isTls: false, username: undefined, password: undefined, database: 0 };
		assert.deepEqual(parseRedisUrl('redis://cache'), { ...usual, host: 'cache' });
		assert.deepEqual(parseRedisUrl('redis://[::1]:7000/'), { ...usual, host: '::1', port: 7000 });
		assert.deepEqual(parseRedisUrl('redis://:p%40ss@10.0.0.1/3'), {
			...{ ...usual, host: '10.0.0.1', password: 'p@ss', database: 3 },
		});
		assert.deepEqual(parseRedisUrl('rediss://shop:%C3%BC@cache.example:6380'), {
			...{ host: 'cache.example', port: 6380, isTls: true, username: 'shop', password: 'ü', database: 0 },
		});
	});

	it('has nothing that would not be used', () => {
		const wrong = [
			...['', 'cache', 'cache:6379', 'http://cache', 'redis://', 'redis:///1', 'unix:/run/redis.sock'],
			...['redis://cache?tls=true', 'redis://cache#1', 'redis://cache/one', 'redis://cache/1/2', 'redis://cache:0'],
			...['redis://cache:65536', 'redis://user@cache', 'redis://:100%@cache', 'redis://:%ff@cache'],
		];
		for (const text of wrong) assert.equal(parseRedisUrl(text), undefined, text);
	});
});

describe('a failure of Redis', () => {
	const address = parseRedisUrl('redis://:geheim@cache');
	assert(address);

	it('is described without the password, which old servers repeat', () => {
		const error = new Error("ERR unknown command 'AUTH', with args beginning with: 'geheim'");
		assert.equal(
			describeRedisFailure(error, address),
			"Redis at cache:6379 cannot be used: ERR unknown command 'AUTH', with args beginning with: '***'",
		);
	});

	it('of several addresses is that of the first', () => {
		const error = new AggregateError([new Error('connect ECONNREFUSED ::1:6379'), new Error('another')]);
		assert.match(describeRedisFailure(error, address), /cannot be used: connect ECONNREFUSED ::1:6379$/);
	});

	it('is short', () => {
		assert(describeRedisFailure(new Error('x'.repeat(10_000)), address).length < 300);
	});
});
