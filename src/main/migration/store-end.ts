/** One end of a move: a data directory or a database in PostgreSQL, as an operator names it. */
import { resolve } from 'node:path';
import { readSecretKey } from '../../adapters/data-directory/secret-key.ts';
import type { Environment } from '../settings/read-settings.ts';
import { settingTable } from '../settings/settings.ts';

export type StoreEnd =
	| { readonly kind: 'sqlite'; readonly dataDir: string }
	| { readonly kind: 'postgres'; readonly url: string };

/** What was asked for cannot be done; the message says why and what to do. */
export class MigrationError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'MigrationError';
	}
}

export interface StoreEnds {
	readonly from: StoreEnd;
	readonly to: StoreEnd;
}

/**
 * An end that is not named is the database of `VITRINE_DATABASE_URL`, whose password nobody else sees there.
 * @throws {MigrationError}
 */
export function readEnds(options: ReadonlyMap<string, string>, environment: Environment): StoreEnds {
	const { VITRINE_DATABASE_URL: url } = environment;
	const read = (name: string) => {
		const text = options.get(name) ?? url ?? '';
		if (text === '') throw new MigrationError(`--${name} is missing: name a data directory or a URL of PostgreSQL`);
		return toEnd(text);
	};
	const ends = { from: read('from'), to: read('to') };
	if (ends.from.kind !== ends.to.kind) return ends;
	throw new MigrationError(
		'both ends are of one kind: vitrine backup and vitrine restore carry a store to another place of its kind',
	);
}

function toEnd(text: string): StoreEnd {
	return /^postgres(?:ql)?:/i.test(text) ? { kind: 'postgres', url: text } : { kind: 'sqlite', dataDir: resolve(text) };
}

/**
 * The server key of the installation, which goes on to be its key.
 * @throws {MigrationError} @throws {SecretKeyError}
 */
export async function readServerKey({ from, to }: StoreEnds, environment: Environment): Promise<Uint8Array> {
	const [dataDir] = [from, to].flatMap((end) => (end.kind === 'sqlite' ? [end.dataDir] : []));
	const ofDirectory = dataDir === undefined ? undefined : await readSecretKey(dataDir);
	const { VITRINE_SECRET_KEY: text = '' } = environment;
	const given = text === '' ? undefined : settingTable.secretKey.kind.read(text);
	if (text !== '' && given === undefined) {
		throw new MigrationError(`VITRINE_SECRET_KEY must be ${settingTable.secretKey.kind.allowed}`);
	}
	if (given !== undefined && ofDirectory !== undefined && !Buffer.from(given).equals(ofDirectory)) {
		throw new MigrationError(`VITRINE_SECRET_KEY is another key than ${dataDir}/secret.key: only one can be right`);
	}
	const key = given ?? ofDirectory;
	if (key !== undefined) return key;
	throw new MigrationError('the server key is missing: set VITRINE_SECRET_KEY to the one of this installation');
}
