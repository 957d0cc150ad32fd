/**
 * Writes of items whose statements are sent together, in one round trip: locks, the statement that writes, and the commit.
 * It applies to bulks of puts only, or of deletions only, as nearly all are.
 */
import type { ItemTarget, ItemWrite, ItemWriteResult } from '../../domain/item/item.ts';
import { toTargetArguments } from '../sql/item-queries.ts';
import {
	type DeleteWrite,
	type PutWrite,
	planDeletes,
	planPuts,
	toDeleteResults,
	toPutResults,
} from '../sql/item-write-plan.ts';
import { holdGenerations, joinCalls, splitResults, type WriteArguments } from '../sql/item-writes.ts';
import { keepSearchEngine } from '../sql/locks.ts';
import type { TransactionStatements } from '../sql/unit-of-work.ts';
import { type ChangeAnswer, changeByDeletions, changeByPuts } from './item-statements.ts';

type Statements = Pick<TransactionStatements, 'first' | 'all' | 'allBatch'>;

/**
 * All statements of a transaction, sent before any of them is answered. Resolves with undefined if they wrote nothing,
 * because the writes are to be refused or redirected.
 */
type SendAll<Result> = (statements: Statements) => Promise<Result | undefined>;

/**
 * @param calls of one target, one at least.
 * @returns undefined where there are several kinds of writes, or merges. Otherwise what sends them; it writes nothing if the
 * index is missing or locked.
 */
export function planItemsAtOnce(
	calls: readonly WriteArguments[],
): SendAll<readonly (readonly ItemWriteResult[])[]> | undefined {
	const { target, writes } = joinCalls(calls);
	const send = planWrites(target, writes);
	if (send === undefined) return undefined;
	return async (statements) => {
		const results = await send(statements);
		return results && splitResults(results, calls);
	};
}

function planWrites(target: ItemTarget, writes: readonly ItemWrite[]): SendAll<readonly ItemWriteResult[]> | undefined {
	if (writes.every((one) => one.kind === 'put')) return (statements) => putAll(statements, target, writes);
	if (writes.every((one) => one.kind === 'delete')) return (statements) => deleteAll(statements, target, writes);
	return undefined;
}

async function putAll(statements: Statements, target: ItemTarget, writes: readonly PutWrite[]) {
	const rows = planPuts(writes, 0);
	const answer = await sendWithLocks(statements, target, (args) =>
		statements.allBatch(changeByPuts[target.generation], rows, { ...args, rowCount: rows.length }),
	);
	if (answer === undefined) return undefined;
	return toPutResults(
		writes,
		0,
		toNumbers(
			answer,
			rows.map(({ firstSeq }) => firstSeq),
		),
	);
}

async function deleteAll(statements: Statements, target: ItemTarget, writes: readonly DeleteWrite[]) {
	const plan = planDeletes(writes, 0);
	const rows = [...plan].map(([id, { key, seq }]) => ({ key, seq, id }));
	const answer = await sendWithLocks(statements, target, (args) =>
		statements.allBatch(changeByDeletions[target.generation], rows, { ...args, rowCount: rows.length }),
	);
	if (answer === undefined) return undefined;
	return toDeleteResults(
		writes,
		plan,
		toNumbers(
			answer,
			rows.map(({ seq }) => seq),
		),
	);
}

async function sendWithLocks(
	statements: Statements,
	target: ItemTarget,
	change: (args: ReturnType<typeof toTargetArguments>) => Promise<readonly ChangeAnswer[]>,
): Promise<ChangeAnswer | undefined> {
	const args = toTargetArguments(target);
	const [, , [answer]] = await Promise.all([
		statements.first(keepSearchEngine, { hashid: target.hashid }),
		statements.all(holdGenerations, args),
		change(args),
	]);
	return answer;
}

/** @param all the numbers that an answer may have. */
function toNumbers({ count, numbers }: ChangeAnswer, all: readonly number[]): ReadonlySet<number> {
	if (numbers !== null) return new Set(numbers.split(',').map(Number));
	return new Set(count > 0 ? all : []);
}
