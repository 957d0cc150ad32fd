import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStorageUrl, toBucketUrl } from './storage-address.ts';

test('a directory is a file URL', () => {
	assert.deepEqual(parseStorageUrl('file:///mnt/shared%20dir'), { kind: 'directory', path: '/mnt/shared dir' });
});

test('a bucket is at Amazon in its region, or at the endpoint that is named', () => {
	const read = (text: string, regionOfEnvironment = 'us-east-1') => {
		const address = parseStorageUrl(text);
		assert(address?.kind === 'bucket', text);
		const { prefix, region } = address;
		return [toBucketUrl(address, region ?? regionOfEnvironment), prefix, region];
	};
	assert.deepEqual(read('s3://shop-1'), ['https://shop-1.s3.us-east-1.amazonaws.com/', '', undefined]);
	const european = 'https://shop-1.s3.eu-central-1.amazonaws.com/';
	assert.deepEqual(read('s3://shop-1/a/b/?region=eu-central-1'), [european, 'a/b/', 'eu-central-1']);
	assert.deepEqual(read('s3://shop-1/a', 'eu-central-1'), [european, 'a/', undefined]);
	const dotted = 'https://s3.us-east-1.amazonaws.com/shop.example/';
	assert.deepEqual(read('s3://shop.example/x'), [dotted, 'x/', undefined]);
	const own = 'https://minio.internal:9000/shop-1/';
	assert.deepEqual(read('s3://shop-1/x?endpoint=https://minio.internal:9000/'), [own, 'x/', undefined]);
});

test('other texts are none, nor are URLs with secrets', () => {
	for (const text of [
		...['', 'shared', '/mnt/shared', 'http://host/bucket', 'file://other-host/mnt', 'file:///a?b=c', 's3://', 's3://A'],
		...['s3://key:secret@bucket/', 's3://bucket?endpoint=https://key:secret@host', 's3://bucket?endpoint=ftp://host'],
		...['s3://bucket/a b', 's3://bucket?secret=x', 's3://bucket?region=a/b', 's3://bucket#x'],
	]) {
		assert.equal(parseStorageUrl(text), undefined, text);
	}
});
