/** All commands of the program, and running one of them. */
import type { Command } from '../cli/command.ts';
import { runCommandLine } from '../cli/dispatch.ts';
import { createCommandIo } from './command-io.ts';
import { serveCommand } from './serve-command.ts';
import { version } from './version.ts';

const versionCommand: Command = {
	path: 'version',
	summary: 'Print the version.',
	arguments: [],
	options: { json: { kind: 'switch', meaning: 'Print it as JSON' } },
	examples: ['vitrine version'],
	async run({ io, isJson }) {
		io.stdout.write(isJson ? `${JSON.stringify({ version, node: process.version })}\n` : `vitrine ${version}\n`);
		return 0;
	},
};

/** A server needs no other command, and loading them takes longer than anything that most of them do. */
async function listCommands([first]: readonly string[]): Promise<readonly Command[]> {
	if (first === serveCommand.path) return [serveCommand];
	const { clientCommands } = await import('../cli/client-commands.ts');
	const { backupCommand } = await import('./backup/backup-command.ts');
	const { restoreCommand } = await import('./backup/restore-command.ts');
	const { rotateServerKeyCommand } = await import('./server-key/rotate-command.ts');
	const { migrateStoreCommand } = await import('./migration/migrate-store-command.ts');
	return [
		serveCommand,
		backupCommand,
		restoreCommand,
		migrateStoreCommand,
		rotateServerKeyCommand,
		...clientCommands,
		versionCommand,
	];
}

/** Runs the command that `words` name. @returns the exit code. */
export async function runVitrine(words: readonly string[]): Promise<number> {
	watchOutput(words[0] === serveCommand.path);
	const asked = words.length === 1 && ['--version', '-v'].includes(words[0] ?? '') ? ['version'] : words;
	return await runCommandLine(await listCommands(asked), asked, createCommandIo());
}

/** @param isServer whether standard output only has announcements, without which a server is as good. */
function watchOutput(isServer: boolean): void {
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// A reader such as `head` closes the pipe when it has enough: end like other programs do.
		if (error.code === 'EPIPE') process.exit(141);
		process.stderr.write(`vitrine: standard output cannot be written: ${error.message}\n`);
		if (!isServer) process.exit(1);
	});
	// Nobody can be told, and what a command does is more than what it says about it.
	process.stderr.on('error', () => undefined);
}
