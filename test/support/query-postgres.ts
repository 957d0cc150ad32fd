import pg from 'pg';

/** Runs on a connection of its own. For several statements, which must have no values, returns the rows of the last. */
export async function queryPostgres(
	url: string,
	text: string,
	values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	await client.connect();
	try {
		const result: pg.QueryResult | pg.QueryResult[] = await client.query(
			text,
			values.length === 0 ? undefined : [...values],
		);
		return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
	} finally {
		await client.end();
	}
}
