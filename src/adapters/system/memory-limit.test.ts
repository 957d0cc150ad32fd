import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMemoryLimitBytes } from './memory-limit.ts';

const gigabyte = 1024 ** 3;

function read(files: Readonly<Record<string, string>>): number {
	return readMemoryLimitBytes((path) => files[path], 64 * gigabyte);
}

describe('the available memory', () => {
	it('is that of the machine where nothing says otherwise', () => {
		assert.equal(read({}), 64 * gigabyte);
		assert.equal(read({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': 'max\n' }), 64 * gigabyte);
		const unlimited = { '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n' };
		assert.equal(read({ '/proc/self/cgroup': '4:memory:/\n', ...unlimited }), 64 * gigabyte);
	});

	it('is the least that a group of version 2, or one above it, may take', () => {
		const group = { '/proc/self/cgroup': '0::/system.slice/shop.service\n' };
		const own = { '/sys/fs/cgroup/system.slice/shop.service/memory.max': `${4 * gigabyte}\n` };
		assert.equal(read({ ...group, ...own }), 4 * gigabyte);
		const above = { '/sys/fs/cgroup/system.slice/memory.max': `${2 * gigabyte}\n` };
		assert.equal(read({ ...group, ...own, ...above }), 2 * gigabyte);
		const high = { '/sys/fs/cgroup/system.slice/shop.service/memory.high': `${gigabyte}\n` };
		assert.equal(read({ ...group, ...own, ...above, ...high }), gigabyte);
	});

	it('is the same of version 1, whose container may see its group as the root', () => {
		const group = { '/proc/self/cgroup': '7:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n' };
		assert.equal(
			read({ ...group, '/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes': '1258291200' }),
			1_258_291_200,
		);
		assert.equal(read({ ...group, '/sys/fs/cgroup/memory/memory.limit_in_bytes': '1258291200' }), 1_258_291_200);
	});
});
