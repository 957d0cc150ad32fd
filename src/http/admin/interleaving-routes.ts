/** What shoppers prefer where learned and plain ranking were interleaved, for the owner of a search engine. */
import { type Static, Type } from 'typebox';
import type { ComparedWins, InterleavingReport } from '../../app/search/read-interleaving.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import { time } from './account-wire.ts';
import { describeOwnerOperation } from './describe-admin-operation.ts';
import { searchOf } from './search-index-routes.ts';

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1 }), { description });

const wins = component(
	'ComparedWins',
	Type.Object({
		learned_wins: Type.Integer({ description: 'Searches in which more was chosen of the learned ranking' }),
		plain_wins: Type.Integer({ description: 'Searches in which more was chosen of the plain one' }),
		ties: Type.Integer({ description: 'Searches in which as much was chosen of one as of the other' }),
		learned_share: share('Of the learned ranking among the wins; null: there are none'),
		low: share('The share lies between `low` and `high` with a confidence of 95 %'),
		high: share('See `low`'),
		p_value: share('Two-sided: how likely so clear a result is if both rankings are equally good'),
		verdict: Type.Enum(['learned', 'plain', 'open', 'too_few'], {
			description:
				'The ranking that wins, if the p-value is below 0.05; `open` otherwise; `too_few`: the wins say less than 100 independent ones',
		}),
	}),
);

const interleavingOutput = component(
	'InterleavingReport',
	Type.Object({
		state: Type.Enum(['on', 'idle', 'off'], {
			description: '`idle`: switched on, but nothing is interleaved because learning is switched off',
		}),
		since: nullable(time, { description: 'When the comparison began; null: it never did' }),
		searches: Type.Integer({ description: 'Interleaved searches; the pages of a list are one' }),
		shoppers: Type.Integer({ description: 'Networks by day, or sessions, of which something counted' }),
		clicks: wins,
		carts: wins,
		purchases: wins,
	}),
);

export function addInterleavingRoutes(app: App): void {
	app.get(
		'/search_engines/:hashid/interleaving',
		describeOwnerOperation(
			{
				id: 'readInterleaving',
				summary: 'What shoppers prefer, learned or plain ranking, where both were interleaved',
				tag: 'Search settings',
				failures: ['invalid', 'not_found', 'unavailable'],
			},
			{ params: searchEnginePath, response: { 200: interleavingOutput } },
		),
		async ({ zone, principal, params: { hashid } }) => {
			const engine = unwrap(await zone.searchEngines.open(principal, hashid));
			return toInterleavingWire(await searchOf(zone).readInterleaving(engine));
		},
	);
}

function toInterleavingWire(report: InterleavingReport): Static<typeof interleavingOutput> {
	const { state, sinceMs, searchCount, shopperCount, actions } = report;
	return {
		state,
		since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
		searches: searchCount,
		shoppers: shopperCount,
		clicks: toWinsWire(actions.clicks),
		carts: toWinsWire(actions.carts),
		purchases: toWinsWire(actions.purchases),
	};
}

function toWinsWire({ learnedWins, plainWins, ties, share: found, verdict }: ComparedWins): Static<typeof wins> {
	return {
		learned_wins: learnedWins,
		plain_wins: plainWins,
		ties,
		learned_share: found?.share ?? null,
		low: found?.low ?? null,
		high: found?.high ?? null,
		p_value: found?.pValue ?? null,
		verdict,
	};
}
