/** `vitrine server-key rotate`: all secrets under another server key, while servers run. */
import type { Command } from '../../cli/command.ts';
import { printRecord } from '../../cli/print-answer.ts';
import { backupOptions, runBackupWork } from '../backup/backup-work.ts';
import { rotateServerKey } from '../topologies/store.ts';

export const rotateServerKeyCommand: Command = {
	path: 'server-key rotate',
	summary: 'Seal all secrets with another server key, while servers run.',
	explanation:
		'For a data directory with the file secret.key, a new key is made; a server that runs there takes it\nover within seconds. With VITRINE_DATABASE_URL, set VITRINE_SECRET_KEY to the new key and\nVITRINE_SECRET_KEY_PREVIOUS to the old one, here and for all servers first, restarted one by one.\nIt can be run again at any time.',
	arguments: [],
	options: backupOptions,
	examples: ['vitrine server-key rotate --data-dir /var/lib/vitrine'],
	async run(invocation) {
		const result = await runBackupWork(invocation, {
			verb: 'exchanging the server key',
			code: 'cannot_rotate',
			afterStop: 'it can be run again, and goes on',
			run: (settings, noteProgress) => rotateServerKey(settings, noteProgress),
		});
		printRecord(invocation, { resealed_secrets: result.sealedCount ?? null }, result.nextStep);
		return 0;
	},
};
