/**
 * Is a history of calls that overlap what one register could have answered, one call after another? (Wing and Gong, 1993;
 * with the states that were tried before, as Lowe, 2017, and Porcupine do.)
 *
 *     client 1   ├── put a ──┤     ├─ read b ─┤
 *     client 2        ├── put b ──────┤               linearizable: put a, put b, read b
 *     client 3   ├────────── change c ──────────── …  no answer: it may happen at any time after it began, or never
 *
 * A call takes effect at one moment between its beginning and its answer. The search picks the next call among those that
 * began before the first answer that is not explained yet. Cost: the calls at once are what it is exponential in, and
 * calls without an answer stay among them, so a history should have a dozen of these at most.
 */
import assert from 'node:assert/strict';

/** What a register holds; null: nothing. */
export type RegisterValue = string | null;

/** `change` and `remove` do nothing where there is nothing, and say so. */
export type RegisterCall =
	| { readonly kind: 'put'; readonly value: string }
	| { readonly kind: 'change'; readonly value: string }
	| { readonly kind: 'remove' }
	| { readonly kind: 'read' };

/** `answer` of a read is what it saw; of a write, whether there was something. Of a put it says nothing. */
export interface RegisterOperation {
	readonly call: RegisterCall;
	/** Moments of one clock; no two are equal. */
	readonly begin: number;
	/** Undefined: no answer, or one that leaves open what happened. */
	readonly end: number | undefined;
	readonly answer?: RegisterValue | boolean;
}

/** Notes calls as they are made. */
export interface HistoryRecorder {
	/** @returns what ends the call with its answer; it is not called for calls without one. */
	begin(key: string, call: RegisterCall): (answer?: RegisterValue | boolean) => void;
	/** What was noted, by register. */
	readonly histories: ReadonlyMap<string, readonly RegisterOperation[]>;
}

export function createHistoryRecorder(): HistoryRecorder {
	const histories = new Map<string, RegisterOperation[]>();
	let moment = 0;
	return {
		begin(key, call) {
			const history = histories.get(key) ?? [];
			histories.set(key, history);
			moment += 1;
			const at = history.push({ call, begin: moment, end: undefined }) - 1;
			return (answer) => {
				const begun = history[at];
				assert(begun !== undefined && begun.end === undefined, 'a call is answered once');
				moment += 1;
				history[at] = { ...begun, end: moment, ...(answer === undefined ? {} : { answer }) };
			};
		},
		histories,
	};
}

/** @param initial what the register held before. */
export function isLinearizable(history: readonly RegisterOperation[], initial: RegisterValue = null): boolean {
	// A read without an answer says nothing and does nothing.
	const operations = history
		.filter(({ call, end }) => call.kind !== 'read' || end !== undefined)
		.sort((one, other) => one.begin - other.begin);
	const isDone = operations.map(() => false);
	const tried = new Set<string>();

	function search(value: RegisterValue): boolean {
		const firstEnd = findFirstEnd(operations, isDone);
		if (firstEnd === undefined) return true;
		const state = `${isDone.map(Number).join('')} ${JSON.stringify(value)}`;
		if (tried.has(state)) return false;
		tried.add(state);
		for (const [at, operation] of operations.entries()) {
			if (operation.begin > firstEnd) return false;
			if (isDone[at]) continue;
			const next = apply(operation, value);
			if (next === 'impossible') continue;
			isDone[at] = true;
			if (search(next.value)) return true;
			isDone[at] = false;
		}
		return false;
	}

	return search(initial);
}

/** Undefined: all calls that were answered are explained. */
function findFirstEnd(operations: readonly RegisterOperation[], isDone: readonly boolean[]): number | undefined {
	let first: number | undefined;
	for (const [at, { end }] of operations.entries()) {
		if (!isDone[at] && end !== undefined && (first === undefined || end < first)) first = end;
	}
	return first;
}

/** What the register holds after a call that takes effect now, unless it cannot have been answered as it was. */
function apply(
	{ call, end, answer }: RegisterOperation,
	value: RegisterValue,
): { readonly value: RegisterValue } | 'impossible' {
	const isThere = value !== null;
	const isAnswerRight = end === undefined || (call.kind === 'read' ? answer === value : answer === isThere);
	if (call.kind === 'put') return { value: call.value };
	if (!isAnswerRight) return 'impossible';
	if (call.kind === 'change') return { value: isThere ? call.value : null };
	return { value: call.kind === 'remove' ? null : value };
}

/** The calls of a history in the order of their beginnings, for people. */
export function toHistoryText(history: readonly RegisterOperation[]): string {
	return [...history]
		.sort((one, other) => one.begin - other.begin)
		.map(({ call, begin, end, answer }) => {
			const what = 'value' in call ? `${call.kind} ${call.value}` : call.kind;
			return `${begin}–${end ?? '?'} ${what}${answer === undefined ? '' : ` → ${answer}`}`;
		})
		.join('\n');
}
