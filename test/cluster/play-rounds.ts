/**
 * Rounds of failures:
 *
 *     a search engine for it ─► everybody works, and two faults happen ─► all is well again ─► check
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import { openTestDatabase } from '../support/prepared-postgres.ts';
import { type Cast, openRound, workDuring } from './cast.ts';
import { checkRound } from './check-round.ts';
import type { Fault } from './nemesis.ts';
import type { ShopCluster } from './shop-cluster.ts';

const faultsOfRound = 2;

export interface Rounds {
	readonly cast: Cast;
	readonly random: SeededRandom;
	readonly count: number;
	/** In the order in which they happen first; they are shuffled once all have happened. */
	readonly faults: readonly Fault[];
}

export async function playRounds(t: TestContext, cluster: ShopCluster, rounds: Rounds): Promise<void> {
	const { cast, random, count } = rounds;
	const database = openTestDatabase(t, cluster.databases.url);
	let deck = rounds.faults;
	for (let round = 1; round <= count; round += 1) {
		const items = await openRound(cluster);
		const happened: string[] = [];
		try {
			while (happened.length < faultsOfRound) {
				const [fault, ...rest] = deck.length > 0 ? deck : random.shuffle(rounds.faults);
				assert(fault);
				deck = rest;
				happened.push(fault.name);
				await workDuring(cluster, { cast, items, random }, (tally) => fault.happen(cluster, random, tally));
			}
			const callCount = await checkRound(cluster, { cast, items, database });
			t.diagnostic(`round ${round}: ${happened.join('; ')}: ${callCount} calls explained`);
		} catch (cause) {
			const engine = /search_engines(\/\w+)/.exec(String(cause))?.[1];
			const logs = cluster.nodes.map(({ name, log }) => `${name}:\n${toTelling(log(), engine)}`);
			throw new Error(`round ${round}, ${happened.join('; ')}: ${cause}\n${logs.join('\n')}`, { cause });
		}
	}
}

/** What failed, what was asked about the engine whose call failed, and the end. */
function toTelling(log: string, engine: string | undefined): string {
	const lines = log.split('\n');
	const asked = engine === undefined ? [] : lines.filter((line) => line.includes(engine));
	const unexpected = lines.filter((line) => /request failed|does not declare/.test(line));
	const failed = lines.filter((line) => /"level":[45]0|"status":5|listening|stopping/.test(line));
	return [...unexpected.slice(-5), ...failed.slice(-60), ...asked.slice(-40), log.slice(-2000)].join('\n');
}
