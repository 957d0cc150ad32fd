/**
 * What can attackers achieve? Each scenario attacks a server of its own, while others use it.
 *
 *     npm run bench -- abuse [facets|pipelining|memory] [options of the scenario]
 */
import type { Measurement } from './measurement.ts';

const scenarios: Readonly<
	Record<string, () => Promise<{ run(words: readonly string[]): Promise<readonly Measurement[]> }>>
> = {
	facets: () => import('./abuse-facets.ts'),
	pipelining: () => import('./abuse-pipelining.ts'),
	memory: () => import('./abuse-memory.ts'),
};

/** Runs the scenario that is named first, or all of them. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const [name = ''] = words;
	const named = scenarios[name];
	if (named !== undefined) return (await named()).run(words.slice(1));
	const measurements: Measurement[] = [];
	for (const load of Object.values(scenarios)) measurements.push(...(await (await load()).run(words)));
	return measurements;
}
