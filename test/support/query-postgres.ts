import pg from 'pg';

/** One statement on a connection of its own. */
export async function queryPostgres(
	url: string,
	text: string,
	values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	await client.connect();
	try {
		return (await client.query(text, [...values])).rows;
	} finally {
		await client.end();
	}
}
