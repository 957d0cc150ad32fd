/**
 * Builds SQL text in PostgreSQL's dialect; it has no database behind it.
 *
 * Constants of a query become literals, and only its arguments parameters: the plan of a prepared statement that runs
 * often is made without the values of its parameters, and uses a partial index only where the text itself says what the
 * condition of the index says.
 */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Placeholder } from '../sql/query.ts';
import type { Schema } from '../sql/schema.ts';

class LiteralCompiler extends PostgresQueryCompiler {
	protected override appendValue(value: unknown): void {
		if (value instanceof Placeholder) super.appendValue(value);
		else this.appendImmediateValue(value);
	}
}

export const postgresBuilder = new Kysely<Schema>({
	dialect: {
		createAdapter: () => new PostgresAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (db) => new PostgresIntrospector(db),
		createQueryCompiler: () => new LiteralCompiler(),
	},
});
