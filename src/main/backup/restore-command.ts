/** `vitrine restore`: what a backup has, into an empty place. */
import { openBackup } from '../../adapters/backup/backup-directory.ts';
import { BackupError, type BackupManifest } from '../../adapters/backup/backup-manifest.ts';
import type { Command } from '../../cli/command.ts';
import { misused } from '../../cli/command-error.ts';
import { restoreStore } from '../topologies/store.ts';
import { type BackupSettings, backupOptions, readKeyFingerprint, runBackupWork } from './backup-work.ts';
import { printBackup } from './print-backup.ts';

export const restoreCommand: Command = {
	path: 'restore',
	summary: 'Restore a backup into an empty data directory or database.',
	explanation:
		'The whole backup is compared with its manifest first. With VITRINE_DATABASE_URL it goes into that\ndatabase, otherwise into the data directory; neither may have data. Start the server afterwards,\nwith the server key of that time.',
	arguments: [{ name: 'DIR', meaning: 'Directory of the backup' }],
	options: backupOptions,
	examples: ['vitrine restore /backups/vitrine-2026-11-25 --data-dir /var/lib/vitrine'],
	async run(invocation) {
		const [name] = invocation.arguments;
		if (name === undefined) throw misused('the directory of the backup is missing');
		const { manifest, hasKey } = await runBackupWork(invocation, {
			verb: 'restoring',
			code: 'cannot_restore',
			afterStop: 'nothing was restored',
			async run(settings, noteProgress) {
				const backup = await openBackup(name, (part) => noteProgress(part / 2));
				const fingerprint = await checkKey(backup.manifest, settings);
				await restoreStore(settings, backup, (part = 0) => noteProgress((1 + part) / 2));
				return { manifest: backup.manifest, hasKey: fingerprint !== null };
			},
		});
		const next = hasKey ? '' : ' Put the server key of that time in its place before you start the server.';
		printBackup(invocation, manifest, `Restored ${name}. Indexes and models are built at the next start.${next}`);
		return 0;
	},
};

/** @returns the fingerprint of the key that is there. @throws {BackupError} */
async function checkKey({ serverKey }: BackupManifest, settings: BackupSettings): Promise<string | null> {
	const fingerprint = await readKeyFingerprint(settings);
	if (fingerprint !== null && serverKey !== null && fingerprint !== serverKey) {
		throw new BackupError('the backup was made with another server key: put that one there first');
	}
	return fingerprint;
}
