import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Whether a database, which must not be open elsewhere, has an account; false if the file does not exist. */
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
