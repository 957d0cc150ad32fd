import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStorageUrl } from './storage-address.ts';

test('a directory is a file URL', () => {
	assert.deepEqual(parseStorageUrl('file:///mnt/shared%20dir'), { kind: 'directory', path: '/mnt/shared dir' });
});

test('a bucket is at Amazon, or at the endpoint that is named', () => {
	const read = (text: string) => {
		const address = parseStorageUrl(text);
		return address?.kind === 'bucket' ? [address.baseUrl, address.bucketUrl, address.prefix, address.region] : address;
	};
	const amazon = 'https://shop-1.s3.us-east-1.amazonaws.com/';
	assert.deepEqual(read('s3://shop-1'), [amazon, amazon, '', undefined]);
	const european = 'https://shop-1.s3.eu-central-1.amazonaws.com/';
	assert.deepEqual(read('s3://shop-1/a/b/?region=eu-central-1'), [`${european}a/b/`, european, 'a/b/', 'eu-central-1']);
	const dotted = 'https://s3.us-east-1.amazonaws.com/shop.example/';
	assert.deepEqual(read('s3://shop.example/x'), [`${dotted}x/`, dotted, 'x/', undefined]);
	const own = 'https://minio.internal:9000/shop-1/';
	assert.deepEqual(read('s3://shop-1/x?endpoint=https://minio.internal:9000/'), [`${own}x/`, own, 'x/', undefined]);
});

test('other texts are none, nor are URLs with secrets', () => {
	for (const text of [
		...['', 'shared', '/mnt/shared', 'http://host/bucket', 'file://other-host/mnt', 'file:///a?b=c', 's3://', 's3://A'],
		...['s3://key:secret@bucket/', 's3://bucket?endpoint=https://key:secret@host', 's3://bucket?endpoint=ftp://host'],
		...[
			's3://bucket/a b',

			's3://bucket?secret=x',
			's3://bucket?region=a/b',
			's3://bucket#x',
		],
	]) {
		assert.equal(parseStorageUrl(text), undefined, text);
	}
});
