import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogOutput, type LogFile } from './log-output.ts';

type Outcome = number | 'ENOSPC' | 'EAGAIN';

/** A file that answers its calls one after the other, as told; afterwards it takes everything. */
function createFile(outcomes: readonly Outcome[]) {
	const left = [...outcomes];
	const calls: (() => void)[] = [];
	let text = '';

	/** @throws {Error} */
	function take(bytes: Uint8Array): number {
		const outcome = left.shift() ?? bytes.length;
		if (typeof outcome === 'string') throw Object.assign(new Error(outcome), { code: outcome });
		const count = Math.min(outcome, bytes.length);
		text += Buffer.from(bytes.subarray(0, count)).toString();
		return count;
	}

	const file: LogFile = {
		write: (bytes, done) =>
			void calls.push(() => {
				let count = 0;
				try {
					count = take(bytes);
				} catch (error) {
					return done(error as Error, 0);
				}
				done(null, count);
			}),
		writeSync: take,
		pause: (goOn) => void calls.push(goOn),
		pauseSync: () => undefined,
	};
	/** Answers the calls, until there are none. */
	function settle(): void {
		for (let call = calls.shift(); call !== undefined; call = calls.shift()) call();
	}
	return { file, settle, read: () => text };
}

function open(outcomes: readonly Outcome[], waitingLengthMax?: number) {
	const { file, settle, read } = createFile(outcomes);
	const told: number[] = [];
	const log = createLogOutput({
		file,
		onRecovered(lineCount) {
			told.push(lineCount);
			log.write(`lost ${lineCount}\n`);
		},
		...(waitingLengthMax !== undefined && { waitingLengthMax }),
	});
	return { log, settle, read, told };
}

describe('a log', () => {
	it('has all lines of a file that takes them in pieces, and not always at once', () => {
		const { log, settle, read } = open([2, 'EAGAIN', 0, 1]);
		log.write('one\n');
		log.write('two\n');
		settle();
		assert.deepEqual([read(), log.readLostCount()], ['one\ntwo\n', 0]);
	});

	it('says how many lines were lost as soon as the file takes one again', () => {
		const { log, settle, read, told } = open(['ENOSPC', 'ENOSPC']);
		for (const line of ['one\n', 'two\n', 'three\n']) log.write(line);
		settle();
		assert.deepEqual([read(), log.readLostCount()], ['', 3]);
		log.write('four\n');
		settle();
		assert.deepEqual([read(), told], ['four\nlost 3\n', [3]]);
	});

	it('ends a line that was written in part before the next one', () => {
		const { log, settle, read } = open([2, 'ENOSPC']);
		log.write('one\n');
		settle();
		log.write('two\n');
		settle();
		assert.equal(read(), 'on\ntwo\nlost 1\n');
	});

	it('loses lines that wait for a slow reader, beyond a limit', () => {
		const { log, settle, read } = open([], 12);
		for (const line of ['one\n', 'two\n', 'a long line\n', 'another one\n']) log.write(line);
		settle();
		assert.equal(read(), 'one\ntwo\nlost 2\n');
	});

	it('has written what waits when the process ends, or gives up', () => {
		const slow = open(['EAGAIN', 'EAGAIN', 1]);
		slow.log.write('one\n');
		slow.settle();
		slow.log.write('two\n');
		slow.log.write('three\n');
		slow.log.end();
		assert.equal(slow.read(), 'one\nthree\n', 'the second line is being written by another thread');
		for (const outcome of ['ENOSPC', 'EAGAIN'] as const) {
			const stuck = open(Array.from({ length: 100 }, () => outcome));
			stuck.log.write('one\n');
			stuck.log.write('two\n');
			stuck.log.end();
			stuck.settle();
			stuck.log.write('three\n');
			assert.equal(stuck.read(), '', outcome);
		}
	});

	it('counts every line that it has not written, whichever calls fail', () => {
		const lines = Array.from({ length: 6 }, (_, at) => `line ${at}\n`);
		for (let failing = 0; failing < 4 ** 5; failing += 1) {
			const outcomes = Array.from({ length: 5 }, (_, at): Outcome => {
				const kinds = ['ENOSPC', 'EAGAIN', 3, 100] as const;
				return kinds[(failing >> (2 * at)) & 3] ?? 100;
			});
			const { log, settle, read, told } = open(outcomes);
			for (const line of lines) {
				log.write(line);
				if (line !== lines[2]) settle();
			}
			log.write('last\n');
			settle();
			const written = read().split('\n');
			const whole = lines.filter((line) => written.includes(line.trim())).length;
			const sum = told.reduce((total, count) => total + count, 0);
			assert.equal(log.readLostCount(), sum, `all is told: ${outcomes}`);
			const toldLost = written.filter((line) => line.startsWith('lost ')).length;
			assert.equal(whole + sum, lines.length + (told.length - toldLost), `${outcomes}: ${read()}`);
		}
	});
});
