import type { SealedSecret, SealedSecretRepository, SecretChange } from '../../ports/sealed-secret-repository.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

type ListArguments = { readonly pattern: string; readonly rowsMax: number };

const listKeys = defineQuery((db, args: ListArguments) =>
	db.selectFrom('api_key').select(['id', 'sealed']).where('sealed', 'like', args.pattern).limit(args.rowsMax),
);
const listFactors = defineQuery((db, args: ListArguments) =>
	db
		.selectFrom('second_factor')
		.select(['user_code as id', 'sealed'])
		.where('sealed', 'like', args.pattern)
		.limit(args.rowsMax),
);

type ReplaceArguments = { readonly id: string; readonly was: string; readonly sealed: string };

const replaceKey = defineQuery((db, args: ReplaceArguments) =>
	db.updateTable('api_key').set({ sealed: args.sealed }).where('id', '=', args.id).where('sealed', '=', args.was),
);
const replaceFactor = defineQuery((db, args: ReplaceArguments) =>
	db
		.updateTable('second_factor')
		.set({ sealed: args.sealed })
		.where('user_code', '=', args.id)
		.where('sealed', '=', args.was),
);
const queries = { api_key: replaceKey, second_factor: replaceFactor };

const replace = defineUnit('sealedSecrets.replace', async (tx, changes: readonly SecretChange[]) => {
	for (const { secret, sealed } of changes) {
		await tx.run(queries[secret.kind], { id: secret.id, was: secret.sealed, sealed });
	}
});

export const sealedSecretUnits = [replace] as const;

export function createSealedSecrets(connection: SqlReader, { run }: Writer): SealedSecretRepository {
	return {
		async list(beginning, countMax): Promise<readonly SealedSecret[]> {
			const args = { pattern: `${beginning}%`, rowsMax: countMax };
			const keys = await connection.all(listKeys, args);
			const factors = await connection.all(listFactors, args);
			return [
				...keys.map((row) => ({ kind: 'api_key' as const, ...row })),
				...factors.map((row) => ({ kind: 'second_factor' as const, ...row })),
			];
		},
		replace: (changes) => run(replace, changes),
	};
}
