import type { SealedSecretRepository } from '../../ports/sealed-secret-repository.ts';
import type { SecretBox } from '../../ports/secret-box.ts';

/** Of each kind, in one transaction, so that other writers do not wait for long. */
const pageSecrets = 100;

/**
 * Seals again all secrets whose text begins so. It can be broken off and called again; what is sealed meanwhile is found,
 * too, as long as that ends.
 * @returns how many there were.
 */
export async function resealSecrets(
	secrets: SealedSecretRepository,
	secretBox: SecretBox,
	beginning: string,
): Promise<number> {
	let count = 0;
	for (;;) {
		const page = await secrets.list(beginning, pageSecrets);
		if (page.length === 0) return count;
		await secrets.replace(page.map((secret) => ({ secret, sealed: secretBox.seal(secretBox.open(secret.sealed)) })));
		count += page.length;
	}
}
