/** `vitrine serve`: its options are the settings. */
import type { Command, CommandOption } from '../cli/command.ts';
import { CommandError, misused } from '../cli/command-error.ts';
import { toError } from '../lib/thrown.ts';
import { readSettings, settingOptions } from './settings/read-settings.ts';
import { settingTable } from './settings/settings.ts';
import { findStartAdvice } from './start-advice.ts';

export const serveCommand: Command = {
	path: 'serve',
	summary: 'Run the server until it is stopped.',
	explanation:
		'Every option but --json can be given as a variable: --data-dir is VITRINE_DATA_DIR. The secrets VITRINE_SECRET_KEY\nand VITRINE_OPERATOR_TOKEN are variables alone, as the process list would show an option.',
	arguments: [],
	options: toOptions(),
	examples: [
		'vitrine serve',
		'vitrine serve --host 0.0.0.0 --port 80 --data-dir /var/lib/vitrine --no-demo',
		'VITRINE_PORT=0 vitrine serve --json',
	],
	isRaw: true,
	async run({ words, io }) {
		const reading = readSettings(io.environment, words);
		if (!reading.ok) throw misused(reading.problems.join('; '), 'see "vitrine serve --help"');
		for (const warning of reading.warnings) io.stderr.write(`vitrine: ${warning}\n`);
		// Imported only here: otherwise every command would wait until the whole server is loaded.
		const { runServe } = await import('./serve.ts');
		try {
			return await runServe(reading.value);
		} catch (error) {
			// The operator can fix what keeps a server from starting: a port in use, a locked directory.
			const message = toError(error).message;
			const nextStep = findStartAdvice(error);
			throw new CommandError('cannot_serve', message, {
				cause: error,
				...(nextStep === undefined ? {} : { nextStep }),
			});
		}
	},
};

function toOptions(): { readonly [name: string]: CommandOption } {
	const entries = Object.values(settingTable).flatMap((row): [string, CommandOption][] => {
		const spec = row.flag === undefined ? undefined : settingOptions[row.flag];
		if (row.flag === undefined || spec === undefined) return [];
		const standard = row.fallback || row.defaultNote || 'none';
		const meaning = `${row.meaning} (default: ${standard})`.replaceAll('`', '');
		return [[row.flag, spec.kind === 'switch' ? { ...spec, meaning } : { ...spec, placeholder: 'VALUE', meaning }]];
	});
	return Object.fromEntries([...entries, ['help', { kind: 'switch', short: 'h', meaning: 'Print this help' }]]);
}
