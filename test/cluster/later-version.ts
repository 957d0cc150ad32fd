/**
 * The program of a later version, as far as a database can tell: `VITRINE_TEST_LATER` steps more than the program has,
 * each with what steps may do beside nodes of the version before.
 */
import { type Migration, migrations } from '../../src/adapters/postgres/migrations.ts';

const changed = ['account', 'event', 'generation', 'item', 'lease', 'node', 'search_engine', 'widget_day'];

const known = migrations as Migration[];
for (let step = 1; step <= Number(process.env.VITRINE_TEST_LATER); step += 1) {
	known.push([
		...changed.map((table) => `alter table ${table} add column later_${step} text not null default ''`),
		`create table later_${step} (id integer primary key)`,
	]);
}
await import('../../src/main/vitrine.ts');
