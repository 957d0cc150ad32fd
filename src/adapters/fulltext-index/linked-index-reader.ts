/** The reader of one thread, and the port by which the indexer publishes to it: another one after each of its restarts. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ReaderMessage } from '../../followers/search-index/index-messages.ts';
import { createIndexReader, type IndexReader, type PublishedMessage } from './index-reader.ts';

export interface LinkedIndexReader {
	readonly reader: IndexReader;
	/** Takes the place of the port before. */
	attach(port: MessagePort): void;
	isLinked(): boolean;
	/**
	 * Takes in what was published before this call and has not had its turn yet. Who was told of a change by the store
	 * must call this before looking for what the indexer published ahead of that change.
	 */
	catchUp(): void;
	close(): void;
}

export function createLinkedIndexReader(): LinkedIndexReader {
	let port: MessagePort | undefined;
	const reader = createIndexReader(send);

	/** Without an indexer nothing will come: who waits is told so at once. */
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
			// What keeps the thread alive are its server and its database.
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
