/**
 * The reader of one thread, and the port through which the indexer publishes to it; each restart of the indexer brings a
 * new port.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ReaderMessage } from '../../followers/search-index/index-messages.ts';
import { createIndexReader, type IndexReader, type PublishedMessage } from './index-reader.ts';

export interface LinkedIndexReader {
	readonly reader: IndexReader;
	/** Replaces the previous port. */
	attach(port: MessagePort): void;
	isLinked(): boolean;
	/**
	 * Handles all messages that were published before this call. A caller that learnt of a change from the store must
	 * call this before it looks for what the indexer published ahead of that change.
	 */
	catchUp(): void;
	close(): void;
}

export function createLinkedIndexReader(): LinkedIndexReader {
	let port: MessagePort | undefined;
	const reader = createIndexReader(send);

	/** Without an indexer there will be no answer, so waiting calls are rejected at once. */
	function send(message: ReaderMessage): void {
		if (port !== undefined) port.postMessage(message);
		else if (message.kind === 'open') {
			reader.receive({ kind: 'answered', requestId: message.requestId, outcome: 'failed' });
		}
	}

	return {
		reader,
		attach(newPort) {
			port?.close();
			port = newPort;
			newPort.on('message', (message: PublishedMessage) => reader.receive(message));
			newPort.on('close', () => {
				if (port !== newPort) return;
				port = undefined;
				reader.reset();
			});
			// The server and the database keep the thread alive, not this port.
			newPort.unref();
		},
		isLinked: () => port !== undefined,
		catchUp() {
			for (;;) {
				const received = port === undefined ? undefined : receiveMessageOnPort(port);
				if (received === undefined) return;
				reader.receive(received.message as PublishedMessage);
			}
		},
		close() {
			port?.close();
			port = undefined;
			reader.reset();
		},
	};
}
