/**
 * Writes of items whose statements are sent together, in one round trip: locks, the statement that writes, and the commit.
 * It applies to bulks of puts only, or of deletions only, as nearly all are.
 */
import type { ItemTarget, ItemWriteResult } from '../../domain/item/item.ts';
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
import { createCreationGuesses } from './creation-guesses.ts';
import { type ChangeAnswer, changeByDeletions, changeByPuts, createByPuts } from './item-statements.ts';
import { readSqlState } from './postgres-failure.ts';
import type { PostgresPool } from './postgres-pool.ts';

type Statements = Pick<TransactionStatements, 'first' | 'all' | 'allBatch'>;
type Results = readonly ItemWriteResult[];

/**
 * All statements of a transaction, sent before any of them is answered. Resolves with undefined if they wrote nothing,
 * because the writes are to be refused or redirected.
 */
type SendAll = (statements: Statements) => Promise<Results | undefined>;

/** Of the target whose lane it is, one at least; undefined as for `Shortcut`. */
type WriteItemsAtOnce = (
	calls: readonly WriteArguments[],
	lane: string,
) => Promise<readonly Results[] | undefined> | undefined;

/** Writes nothing where there are several kinds of writes, or merges, and where the index is missing or locked. */
export function createItemsAtOnce({ runAtOnce }: Pick<PostgresPool, 'runAtOnce'>): WriteItemsAtOnce {
	const guesses = createCreationGuesses();

	async function put(target: ItemTarget, writes: readonly PutWrite[], lane: string): Promise<Results | undefined> {
		if (guesses.isLikely(lane)) {
			const created = await create(target, writes, lane);
			if (created !== 'exists') return created;
		}
		const results = await runAtOnce(sendPuts(target, writes), lane);
		if (results !== undefined)
			guesses.note(
				lane,
				results.every(({ result }) => result === 'created'),
			);
		return results;
	}

	async function create(target: ItemTarget, writes: readonly PutWrite[], lane: string) {
		try {
			const results = await runAtOnce(sendCreations(target, writes), lane);
			guesses.note(lane, true);
			return results;
		} catch (error) {
			if (readSqlState(error) !== uniqueViolation) throw error;
			guesses.noteWrong(lane);
			return 'exists';
		}
	}

	function write(calls: readonly WriteArguments[], lane: string): Promise<Results | undefined> | undefined {
		const { target, writes } = joinCalls(calls);
		if (writes.every((one) => one.kind === 'put')) return put(target, writes, lane);
		if (writes.every((one) => one.kind === 'delete')) return runAtOnce(sendDeletions(target, writes), lane);
		return undefined;
	}

	return (calls, lane) => write(calls, lane)?.then((results) => results && splitResults(results, calls));
}

/** An item or a tombstone has the key of a new item. */
const uniqueViolation = '23505';

function sendCreations(target: ItemTarget, writes: readonly PutWrite[]): SendAll {
	const rows = planPuts(writes, 0);
	return async (statements) => {
		const answer = await sendWithLocks(statements, target, (args) =>
			statements.allBatch(createByPuts[target.generation], rows, {
				...args,
				rowCount: rows.length,
				seqCount: writes.length,
			}),
		);
		return answer && toPutResults(writes, 0, new Set(rows.map(({ firstSeq }) => firstSeq)));
	};
}

function sendPuts(target: ItemTarget, writes: readonly PutWrite[]): SendAll {
	const rows = planPuts(writes, 0);
	return async (statements) => {
		const answer = await sendWithLocks(statements, target, (args) =>
			statements.allBatch(changeByPuts[target.generation], rows, { ...args, rowCount: rows.length }),
		);
		if (answer === undefined) return undefined;
		const firstSeqs = rows.map(({ firstSeq }) => firstSeq);
		return toPutResults(writes, 0, toNumbers(answer, firstSeqs));
	};
}

function sendDeletions(target: ItemTarget, writes: readonly DeleteWrite[]): SendAll {
	const plan = planDeletes(writes, 0);
	const rows = [...plan].map(([id, { key, seq }]) => ({ key, seq, id }));
	return async (statements) => {
		const answer = await sendWithLocks(statements, target, (args) =>
			statements.allBatch(changeByDeletions[target.generation], rows, { ...args, rowCount: rows.length }),
		);
		if (answer === undefined) return undefined;
		const seqs = rows.map(({ seq }) => seq);
		return toDeleteResults(writes, plan, toNumbers(answer, seqs));
	};
}

async function sendWithLocks<Answer>(
	statements: Statements,
	target: ItemTarget,
	change: (args: ReturnType<typeof toTargetArguments>) => Promise<readonly Answer[]>,
): Promise<Answer | undefined> {
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
