import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import {
	adoptMemory,
	chooseLinearMemory,
	createLinearBytes,
	findLinearMemory,
	pageBytes,
	receiveBytes,
	reserveLinearMemory,
	type SentBytes,
	sendBytes,
} from './linear-memory.ts';

const largeBytes = 64 * pageBytes;

/** What another thread receives. */
function pass(sent: SentBytes): SentBytes {
	const { port1, port2 } = new MessageChannel();
	port1.postMessage(sent);
	const received = receiveMessageOnPort(port2) as { readonly message: SentBytes };
	port1.close();
	return received.message;
}

it('is made of large blocks of whole pages only', () => {
	assert.ok(findLinearMemory(createLinearBytes(largeBytes) as SharedArrayBuffer) instanceof WebAssembly.Memory);
	assert.equal(createLinearBytes(largeBytes - pageBytes), undefined);
	assert.equal(createLinearBytes(largeBytes + 8), undefined);
	assert.equal(findLinearMemory(new SharedArrayBuffer(largeBytes)), undefined);
	// More than linear memory can have.
	assert.equal(createLinearBytes(2 ** 32 + pageBytes), undefined);
	assert.equal(reserveLinearMemory(2 ** 32 + 1), undefined);
});

it('can be made of no block, or of every block', () => {
	try {
		chooseLinearMemory('none');
		assert.equal(createLinearBytes(largeBytes), undefined);
		chooseLinearMemory('all');
		assert.equal(createLinearBytes(pageBytes)?.byteLength, pageBytes);
	} finally {
		chooseLinearMemory('large');
	}
});

it('is sent to other threads as the same memory, in which WebAssembly can reach it', () => {
	const memory = reserveLinearMemory(3 * pageBytes) as WebAssembly.Memory;
	memory.grow(2);
	const bytes = adoptMemory(memory);
	const received = receiveBytes(pass(sendBytes(bytes)));
	assert.equal(received.byteLength, 2 * pageBytes);
	assert.notEqual(received, bytes);
	assert.ok(findLinearMemory(received) instanceof WebAssembly.Memory);
	new Uint8Array(bytes)[pageBytes] = 7;
	assert.equal(new Uint8Array(received)[pageBytes], 7);
	const plain = receiveBytes(pass(sendBytes(new SharedArrayBuffer(8))));
	assert.equal(plain.byteLength, 8);
	assert.equal(findLinearMemory(plain), undefined);
});
