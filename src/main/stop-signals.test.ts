import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { StopSignal } from '../cli/command.ts';
import { echoMs, watchStopSignals } from './stop-signals.ts';

function watch() {
	const source = new EventEmitter();
	const heard: (StopSignal | number)[] = [];
	let nowMs = 1000;
	const note = (what: StopSignal | number) => void heard.push(what);
	const unwatch = watchStopSignals({ source, onStop: note, onHurry: note, nowMs: () => nowMs });
	return {
		heard,
		unwatch,
		send(signal: StopSignal, afterMs = 0) {
			nowMs += afterMs;
			return source.emit(signal, signal);
		},
	};
}

describe('stop signals', () => {
	it('count as one when the same signal repeats at once, as when npm passes on what the terminal sent to all', () => {
		const { send, heard } = watch();
		send('SIGINT');
		send('SIGINT', 3);
		send('SIGINT', echoMs - 4);
		assert.deepEqual(heard, ['SIGINT']);
	});

	it('mean now when the second comes later, or is different', () => {
		const later = watch();
		later.send('SIGTERM');
		later.send('SIGTERM', echoMs);
		assert.deepEqual(later.heard, ['SIGTERM', 143]);
		const other = watch();
		other.send('SIGTERM');
		other.send('SIGINT', 1);
		assert.deepEqual(other.heard, ['SIGTERM', 130]);
	});

	it('have their default effect once the watch is over', () => {
		const { send, heard, unwatch } = watch();
		unwatch();
		assert.equal(send('SIGTERM'), false);
		assert.deepEqual(heard, []);
	});
});
