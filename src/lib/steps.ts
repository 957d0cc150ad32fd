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

/**
 * For work that changes what is outside it: when it was given up and is begun again, it goes on where it was. Its pace is the
 * first one.
 */
export function keepProgress<T>(begin: (pace: Pace) => Steps<T>): (pace: Pace) => Steps<T> {
	let steps: Steps<T> | undefined;
	return (pace) => {
		steps ??= begin(pace);
		return goOn(steps);
	};
}

/** Not `yield*`, which would end the work when the generator is given up. */
function* goOn<T>(steps: Steps<T>): Steps<T> {
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
		yield;
	}
}
