/**
 * Work that can be suspended: a generator that yields where it may be left for a while, and returns its result. It yields
 * only when its pace says so; work that ends before that costs what it costs as a plain function.
 *
 * That holds for generator functions of a module. One that is made for each piece of work costs more: V8 gives it a hidden
 * class when it is called, which lives until the next full collection, with all that the function sees.
 */

export type Steps<T> = Generator<void, T, void>;

/** When a piece of work should let others run. */
export interface Pace {
	/** Whether to yield now. Asked every fraction of a millisecond; costs a look at the clock. */
	isDue(): boolean;
}

/** For work that may take as long as it takes. */
export const unhurried: Pace = { isDue: () => false };

/** Entries that a loop goes through between two looks at its pace: about a tenth of a millisecond. */
export const entriesPerCheck = 16_384;

/** Runs work from its beginning to its end, however often it yields. @throws what the work throws. */
export function runSteps<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}
