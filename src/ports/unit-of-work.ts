/**
 * A write as a unit of work: a named function that runs inside one transaction and knows nothing but that transaction
 * and its arguments.
 *
 *     const renameAccount = defineUnit('accounts.renameAccount', async (tx, id: string, name: string) => …);
 *     const outcome = await runner.run(renameAccount, id, name);
 *
 * Many units run at once, on one connection or on several. So a unit locks what it checks before it checks it. It keeps no
 * state between its runs: a store may run it again when its transaction was rolled back. Arguments and results are plain
 * data, because they may cross threads.
 */

import type { LogName } from './change-feed.ts';

/** What caches must read again after a unit: settings, items, or nothing that is cached. */
export type Invalidated = 'settings' | 'items' | 'nothing';

/**
 * How arguments and results cross threads. `scalars`: a fixed number of arguments, none of them objects; `json`: many
 * small objects, as one text; `shortJson`: the same as long as the text is short, because objects may contain long texts;
 * `clone`: anything.
 */
export type Travel = 'scalars' | 'json' | 'shortJson' | 'clone';

/** `Tx` is what a family of stores lets a unit do. */
export interface UnitOfWork<Tx, Args extends readonly unknown[], Result> {
	/** Unique among the units of the store. */
	readonly name: string;
	/** Rejects to roll the transaction back. A refusal that callers expect is a result and must have changed nothing. */
	readonly work: (tx: Tx, ...args: Args) => Promise<Result>;
	readonly invalidates: Invalidated;
	/** The log that grows with it, if its followers should read that at once: they get a hint. */
	readonly log: LogName | undefined;
	readonly travel: Travel;
	/** Whether it is a single statement, whatever its arguments: a store may run it without a transaction around it. */
	readonly isOneStatement: boolean;
	/**
	 * For a store in which one writer serves many callers: units of different lanes run in turn. Undefined: the lane of
	 * all others.
	 */
	readonly lane: ((...args: Args) => string) | undefined;
	/** Where many of its calls wait at once: how they become one. */
	readonly grouped: GroupedWork<Tx, Args, Result> | undefined;
}

/** Several calls of a unit as one, so that they share statements as well as a commit. */
export interface GroupedWork<Tx, Args extends readonly unknown[], Result> {
	/** Does what the unit would do for one call after the other. @returns a result for each. */
	readonly work: (tx: Tx, calls: readonly Args[]) => Promise<readonly Result[]>;
	/** Calls of one lane may go together; those of others would wait for other locks. */
	readonly lane: (...args: Args) => string;
	/** About the bytes of the arguments. */
	readonly size: (...args: Args) => number;
}

export interface UnitRunner<Tx> {
	/**
	 * Resolves with the result once the transaction is on disk. Rejects as `Database` says when the store fails, and with
	 * the unit's own error when the unit rejects.
	 */
	run<Args extends readonly unknown[], Result>(unit: UnitOfWork<Tx, Args, Result>, ...args: Args): Promise<Result>;
}
