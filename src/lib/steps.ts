/**
 * Work that can be suspended: a generator that yields where it may be paused, and returns its result. It yields only
 * when its pace says so; work that ends before that costs as much as a plain function.
 *
 * This holds for generator functions of a module. A generator function that is created for each piece of work costs
 * more: V8 gives it a hidden class when it is called, which lives until the next full collection, together with
 * everything the function references.
 */

export type Steps<T> = Generator<void, T, void>;

/** When work should let other work run. */
export interface Pace {
	/** Whether to yield now. Called every fraction of a millisecond; reads the clock. */
	isDue(): boolean;
}

/** For work that may run without yielding. */
export const unhurried: Pace = { isDue: () => false };

/** Entries that a loop processes between two checks of its pace: about a tenth of a millisecond. */
export const entriesPerCheck = 16_384;

/** Runs work to its end, however often it yields. @throws what the work throws */
export function runSteps<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}
