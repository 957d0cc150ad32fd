import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Whether anybody has an account in a database, which nobody else has open; false where there is none. */
export function hasAccounts(file: string): boolean {
	if (!existsSync(file)) return false;
	const database = new DatabaseSync(file);
	try {
		const table = database.prepare("select 1 from sqlite_schema where name = 'account'").get();
		return table !== undefined && database.prepare('select 1 from account limit 1').get() !== undefined;
	} finally {
		database.close();
	}
}
