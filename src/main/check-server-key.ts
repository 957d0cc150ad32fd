import type { Database } from '../ports/database.ts';
import type { SecretBox } from '../ports/secret-box.ts';

/**
 * Opens a stored secret, if there is one, so that a wrong server key is noticed at start and not when a shop's first
 * token is checked. One that opens is enough, because keys from before a lost server key can never be opened again.
 * @throws {WrongServerKeyError}
 */
export async function checkServerKey({ accounts }: Database, secretBox: SecretBox): Promise<void> {
	let openingError: unknown;
	for (const account of await accounts.listAccounts()) {
		for (const user of await accounts.listUsers(account.id)) {
			for (const { sealed } of await accounts.listActiveKeys(user.code)) {
				try {
					secretBox.open(sealed);
					return;
				} catch (error) {
					openingError ??= error;
				}
			}
		}
	}
	if (openingError !== undefined) throw openingError;
}
