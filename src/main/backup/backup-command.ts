/** `vitrine backup`: everything that a store has, into a directory, while the server runs. */
import { writeBackup } from '../../adapters/backup/backup-directory.ts';
import type { BackupManifest } from '../../adapters/backup/backup-manifest.ts';
import type { Command } from '../../cli/command.ts';
import { misused } from '../../cli/command-error.ts';
import { backUpStore } from '../topologies/store.ts';
import { version } from '../version.ts';
import { backupOptions, readKeyFingerprint, runBackupWork } from './backup-work.ts';
import { printBackup } from './print-backup.ts';

export const backupCommand: Command = {
	path: 'backup',
	summary: 'Write a backup of all data into a new directory.',
	explanation:
		'The server may run: the backup has what was there at one moment. With VITRINE_DATABASE_URL it is\nof that database, otherwise of the data directory. Search indexes and models are not in it, because\nthey are built again; neither is the server key: keep a copy of that apart.',
	arguments: [{ name: 'DIR', meaning: 'Directory of the backup; it must not exist' }],
	options: backupOptions,
	examples: [
		'vitrine backup /backups/vitrine-2026-11-25 --data-dir /var/lib/vitrine',
		'VITRINE_DATABASE_URL=postgres://… vitrine backup /backups/vitrine-2026-11-25',
	],
	async run(invocation) {
		const [name] = invocation.arguments;
		if (name === undefined) throw misused('the directory of the backup is missing');
		const { dateMs } = invocation.io;
		const manifest = await runBackupWork<BackupManifest>(invocation, {
			verb: 'backing up',
			code: 'cannot_back_up',
			afterStop: 'there is no backup',
			run: (settings, noteProgress) =>
				writeBackup(name, async (draft) => ({
					...{ version, createdAt: new Date(dateMs()).toISOString() },
					serverKey: await readKeyFingerprint(settings),
					...(await backUpStore(settings, draft, noteProgress)),
				})),
		});
		printBackup(invocation, manifest, `Backed up to ${name}. The server key is not in it: keep a copy of that apart.`);
		return 0;
	},
};
