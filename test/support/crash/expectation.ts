/**
 * The states that may be found after a crash: the one that the last acknowledged write left, or the one that the write in
 * flight would have left, and no other.
 *
 *     write(next) ──► answered: acknowledged = next
 *                └──► no answer: next is possible, until `settle` learns which of the two it was
 */
import assert from 'node:assert/strict';

export interface Expectation<State> {
	/** The state as far as it was acknowledged. */
	readonly state: State;
	/** Sends a write; `send` resolves when it was acknowledged and rejects when there was no answer. */
	write(next: State, send: () => Promise<void>): Promise<void>;
	/**
	 * Takes what was found after the crash as the new state. Fails when it is neither of the two.
	 * @param view the visible part of a state, which is compared with `observed`.
	 */
	settle(what: string, observed: unknown, view?: (state: State) => unknown): void;
}

export function createExpectation<State>(initial: State): Expectation<State> {
	let acknowledged = initial;
	let inFlight: { readonly next: State } | undefined;
	return {
		get state() {
			return acknowledged;
		},
		async write(next, send) {
			assert.equal(inFlight, undefined, 'one write at a time');
			inFlight = { next };
			await send();
			acknowledged = next;
			inFlight = undefined;
		},
		settle(what, observed, view = (state) => state) {
			const isNext = inFlight !== undefined && isEqual(observed, view(inFlight.next));
			if (!isNext) {
				const possible = inFlight === undefined ? '' : `, or in flight ${JSON.stringify(view(inFlight.next))}`;
				const expected = `acknowledged ${JSON.stringify(view(acknowledged))}${possible}`;
				const found = `found ${JSON.stringify(observed)}`;
				assert.ok(isEqual(observed, view(acknowledged)), `${what}: ${found}, ${expected}`);
			}
			if (isNext && inFlight !== undefined) acknowledged = inFlight.next;
			inFlight = undefined;
		},
	};
}

function isEqual(a: unknown, b: unknown): boolean {
	try {
		assert.deepStrictEqual(a, b);
		return true;
	} catch {
		// The comparison reports a difference by throwing; the caller words the failure.
		return false;
	}
}
