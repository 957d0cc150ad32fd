import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
	createHistoryRecorder,
	isLinearizable,
	type RegisterCall,
	type RegisterOperation,
	type RegisterValue,
	toHistoryText,
} from './register-history.ts';

/** Calls as `begin end kind value → answer`, with `?` for no answer and `-` for nothing. */
function read(text: string): readonly RegisterOperation[] {
	return text
		.split(',')
		.map((line) => line.trim().split(/\s+/))
		.map(([begin, end, kind, ...rest]) => {
			const [value = '', answer] = kind === 'put' || kind === 'change' ? rest : ['', rest[0]];
			const call = (value === '' ? { kind } : { kind, value }) as RegisterCall;
			const answered = { yes: true, no: false, '-': null }[answer ?? ''] ?? (answer === '-' ? null : answer);
			return {
				...{ call, begin: Number(begin), end: end === '?' ? undefined : Number(end) },
				...(answered === undefined ? {} : { answer: answered }),
			};
		});
}

describe('a history of a register', () => {
	for (const [what, history, expected] of [
		['a read of what was put', '1 2 put a, 3 4 read a', true],
		['a read of something else', '1 2 put a, 3 4 read b', false],
		['a read of what was there before', '1 2 put a, 3 4 put b, 5 6 read a', false],
		['a read during a write, before it', '1 2 put a, 3 6 put b, 4 5 read a', true],
		['a read during a write, after it', '1 2 put a, 3 6 put b, 4 5 read b', true],
		['reads during a write that go back', '1 2 put a, 3 8 put b, 4 5 read b, 6 7 read a', false],
		['a write without an answer that happened', '1 2 put a, 3 ? put b, 4 5 read a, 6 7 read b', true],
		['a write without an answer that never happened', '1 2 put a, 3 ? put b, 4 5 read a', true],
		['a write without an answer that happened twice', '1 2 put a, 3 ? put b, 4 5 read b, 6 7 put c, 8 9 read b', false],
		['an item that came back', '1 2 put a, 3 4 remove yes, 5 6 read a', false],
		['an item that was removed for two', '1 2 put a, 3 6 remove yes, 4 5 remove yes', false],
		['one of two removals that found something', '1 2 put a, 3 6 remove yes, 4 5 remove no', true],
		['a change of what is not there', '1 2 change a no, 3 4 read -', true],
		['a change of what is not there, said to have been made', '1 2 change a yes', false],
		['a change without an answer where nothing is', '1 ? change a, 2 3 read -, 4 5 put b, 6 7 read a', true],
	] as const) {
		it(`${expected ? 'may have' : 'cannot have'} ${what}`, () => {
			assert.equal(isLinearizable(read(history)), expected, toHistoryText(read(history)));
		});
	}

	it('is explained exactly if some order of its calls explains it', () => {
		let linearizableCount = 0;
		fc.assert(
			fc.property(anyHistory, (history) => {
				const expected = isExplainedBySomeOrder(history);
				linearizableCount += Number(expected);
				assert.equal(isLinearizable(history), expected, toHistoryText(history));
			}),
			{ numRuns: 2000 },
		);
		assert(linearizableCount > 200 && linearizableCount < 1800, `${linearizableCount} of 2000 are linearizable`);
	});

	it('is explained if calls took effect one after another, however long their answers took', () => {
		fc.assert(
			fc.property(anyCalls(60), fc.infiniteStream(fc.nat(4)), (calls, draws) => {
				const history = callOneAfterAnother(calls, () => Number(draws.next().value));
				assert(isLinearizable(history), toHistoryText(history));
			}),
		);
	});
});

/** Each call takes effect at once or never; answers come in any order, or never. @param draw 0 to 4 */
function callOneAfterAnother(calls: readonly RegisterCall[], draw: () => number): readonly RegisterOperation[] {
	const recorder = createHistoryRecorder();
	const open: (() => void)[] = [];
	let value: RegisterValue = null;
	for (const call of calls) {
		const end = recorder.begin('key', call);
		const isLost = draw() === 0;
		const [next, answer] = take(call, value);
		if (!isLost || draw() > 1) value = next;
		if (!isLost) open.push(() => end(answer));
		if (open.length > draw()) open.splice(draw() % open.length, 1)[0]?.();
	}
	for (const end of open) end();
	return recorder.histories.get('key') ?? [];
}

const anyCall: fc.Arbitrary<RegisterCall> = fc.oneof(
	fc.record({ kind: fc.constantFrom('put' as const, 'change' as const), value: fc.constantFrom('a', 'b') }),
	fc.record({ kind: fc.constantFrom('remove' as const, 'read' as const) }),
);

function anyCalls(countMax: number): fc.Arbitrary<RegisterCall[]> {
	return fc.array(anyCall, { minLength: 1, maxLength: countMax });
}

/** Up to five calls, whose beginnings and answers are in any order, with any answers. */
const anyHistory: fc.Arbitrary<readonly RegisterOperation[]> = anyCalls(5).chain((calls) =>
	fc
		.tuple(
			fc.shuffledSubarray(
				calls.flatMap((_, at) => [at, at]),
				{ minLength: 2 * calls.length },
			),
			fc.tuple(...calls.map(({ kind }) => (kind === 'read' ? fc.constantFrom('a', 'b', null) : fc.boolean()))),
			fc.tuple(...calls.map(() => fc.nat(3))),
		)
		.map(([moments, answers, ends]) =>
			calls.map((call, at) => ({
				...{ call, begin: moments.indexOf(at), answer: answers[at] ?? null },
				end: ends[at] === 0 ? undefined : moments.lastIndexOf(at),
			})),
		),
);

/** What a register that holds `value` does and answers. */
function take(
	call: RegisterCall,
	value: RegisterValue,
): readonly [next: RegisterValue, answer: RegisterValue | boolean] {
	if (call.kind === 'read') return [value, value];
	if (call.kind === 'put') return [call.value, true];
	return [value === null || call.kind === 'remove' ? null : call.value, value !== null];
}

/** Every order of every choice of the calls that happened. */
function isExplainedBySomeOrder(history: readonly RegisterOperation[]): boolean {
	const isExplained = (rest: readonly RegisterOperation[], value: RegisterValue): boolean =>
		rest.every(({ end }) => end === undefined) ||
		rest.some((operation) => {
			const others = rest.filter((other) => other !== operation);
			const { call, begin, end, answer } = operation;
			const isTooEarly = others.some((other) => other.end !== undefined && other.end < begin);
			const [next, right] = take(call, value);
			const isRight = end === undefined || call.kind === 'put' || right === answer;
			return !isTooEarly && isRight && isExplained(others, next);
		});
	return isExplained(history, null);
}
