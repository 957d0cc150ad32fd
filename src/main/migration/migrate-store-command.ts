/** `vitrine migrate-store`: a whole installation from a data directory to PostgreSQL, or back. */
import { createAesSecretBox } from '../../adapters/crypto/aes-secret-box.ts';
import type { StoreSource } from '../../adapters/sql/carried-rows.ts';
import { carriedTables } from '../../adapters/sql/carried-tables.ts';
import type { Command } from '../../cli/command.ts';
import { printRecord } from '../../cli/print-answer.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import { isZoneName, zoneNames } from '../../domain/zone/zone.ts';
import { type NoteProgress, outputOptions, runLongWork } from '../backup/backup-work.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';
import { useSource, useTarget } from '../topologies/store.ts';
import { copyStore } from './copy-store.ts';
import type { StoreDigest } from './digest-store.ts';
import { MigrationError, readEnds, readServerKey, type StoreEnds } from './store-end.ts';

export const migrateStoreCommand: Command = {
	path: 'migrate-store',
	summary: 'Move all data from a data directory to PostgreSQL, or back.',
	explanation:
		'No server may run at either end, and the target must be empty. Started again after it was stopped\nor killed, it goes on where it was. At the end both stores are read and compared. The source stays\nas it is. The server key stays the same: the one in the data directory, or VITRINE_SECRET_KEY.',
	arguments: [],
	options: {
		from: { kind: 'text', placeholder: 'STORE', meaning: 'Data directory or URL (default: VITRINE_DATABASE_URL)' },
		to: { kind: 'text', placeholder: 'STORE', meaning: 'Data directory or URL (default: VITRINE_DATABASE_URL)' },
		zone: { kind: 'text', placeholder: 'ZONE', meaning: 'Zone of the data directory, if it has several' },
		...outputOptions,
	},
	examples: [
		'VITRINE_DATABASE_URL=postgres://… vitrine migrate-store --from ./data',
		'vitrine migrate-store --from postgres://… --to /var/lib/vitrine',
	],
	async run(invocation) {
		const { options, io } = invocation;
		const digest = await runLongWork(invocation, {
			verb: 'moving',
			code: 'cannot_migrate',
			afterStop: 'the same command goes on from here',
			async run(noteProgress) {
				const zone = readZone(options.get('zone'));
				const ends = readEnds(options, io.environment);
				const secretKey = await readServerKey(ends, io.environment);
				return move({ ends, zone, secretKey, nowMs: io.dateMs(), noteProgress });
			},
		});
		printRecord(
			invocation,
			invocation.isJson ? { ...digest } : toCounts(digest),
			'Moved, and compared: both stores have the same. Search indexes and models are built at the next start.',
		);
		return 0;
	},
};

interface Move {
	readonly ends: StoreEnds;
	readonly zone: ZoneName | undefined;
	readonly secretKey: Uint8Array;
	readonly nowMs: number;
	readonly noteProgress: NoteProgress;
}

async function move({ ends, zone, secretKey, nowMs, noteProgress }: Move): Promise<StoreDigest> {
	const fingerprint = toKeyFingerprint(secretKey);
	return useSource({ end: ends.from, zone }, async (source) => {
		await checkServerKey(source, secretKey);
		return useTarget({ end: ends.to, zone, nowMs, fingerprint }, (target) =>
			copyStore({ source, target, fingerprint, noteProgress }),
		);
	});
}

function readZone(text: string | undefined): ZoneName | undefined {
	if (text === undefined || isZoneName(text)) return text;
	throw new MigrationError(`--zone must be one of ${zoneNames.join(', ')}`);
}

/** As at the start of a server: one secret that opens is enough, because a key may have been lost before. */
async function checkServerKey(source: StoreSource, secretKey: Uint8Array): Promise<void> {
	const box = createAesSecretBox(secretKey);
	const [table] = carriedTables.filter(({ name }) => name === 'api_key');
	if (source.fingerprint !== undefined && source.fingerprint !== toKeyFingerprint(secretKey)) {
		throw new MigrationError('the server key is not that of the source: set VITRINE_SECRET_KEY to that one');
	}
	let openingError: unknown;
	for (let after: Parameters<StoreSource['readPage']>[1]; table !== undefined; ) {
		const { rows, next } = await source.readPage(table, after);
		for (const { sealed } of rows) {
			try {
				box.open(String(sealed));
				return;
			} catch (error) {
				openingError ??= error;
			}
		}
		if (next === undefined) break;
		after = next;
	}
	if (openingError !== undefined) throw openingError;
}

/** What people count. */
function toCounts({ tables, generations }: StoreDigest) {
	return {
		accounts: tables.account?.rows,
		search_engines: tables.search_engine?.rows,
		stored_items: tables.item?.rows,
		...Object.fromEntries(
			Object.entries(generations).map(([id, { rows, sha256 }]) => [
				`generation ${id}`,
				`${rows} rows, SHA-256 ${sha256}`,
			]),
		),
		...Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [`table ${name}`, `${rows} rows`])),
	};
}
