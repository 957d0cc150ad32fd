/** From the words of a command line to an exit code. */

import { toError } from '../lib/thrown.ts';
import { findClosestName } from './closest-name.ts';
import type { Command, CommandIo, Invocation } from './command.ts';
import { CommandError, exitCodes, formatError, misused } from './command-error.ts';
import { formatCommandHelp, formatGroupHelp } from './help-text.ts';
import { parseOptions } from './option-parser.ts';

/** Never rejects: every failure becomes a line on stderr and an exit code. */
export async function runCommandLine(
	commands: readonly Command[],
	words: readonly string[],
	io: CommandIo,
): Promise<number> {
	try {
		return await dispatch(commands, words, io);
	} catch (error) {
		const shown = error instanceof CommandError ? error : toUnexpected(error);
		io.stderr.write(formatError(shown, wantsJson(words)));
		return shown.exitCode;
	}
}

/** Detected even if the words are otherwise invalid, so that a script always gets its errors as JSON. */
function wantsJson(words: readonly string[]): boolean {
	const end = words.indexOf('--');
	return words.slice(0, end === -1 ? undefined : end).includes('--json');
}

function toUnexpected(error: unknown): CommandError {
	const message = toError(error).message;
	return new CommandError('unexpected', `unexpected error: ${message}`, {
		cause: error,
		nextStep: 'this is a defect of vitrine; please report it',
	});
}

async function dispatch(commands: readonly Command[], words: readonly string[], io: CommandIo): Promise<number> {
	const names = words.slice(0, endOfNames(words));
	const command = findCommand(commands, names);
	if (command === undefined) return explainGroup(commands, words, io);
	const rest = words.slice(command.path.split(' ').length);
	if (rest.includes('--help') || rest.includes('-h')) {
		io.stdout.write(formatCommandHelp(command));
		return exitCodes.done;
	}
	if (command.isRaw) {
		const nothing = { arguments: [], options: new Map(), optionLists: new Map() };
		return await command.run({ words: rest, ...nothing, isJson: false, io });
	}
	return await command.run(parseInvocation(command, rest, io));
}

function endOfNames(words: readonly string[]): number {
	const end = words.findIndex((word) => word.startsWith('-'));
	return end === -1 ? words.length : end;
}

/** The command with the longest path that the words start with. */
function findCommand(commands: readonly Command[], names: readonly string[]): Command | undefined {
	for (let length = names.length; length > 0; length -= 1) {
		const path = names.slice(0, length).join(' ');
		const found = commands.find((command) => command.path === path);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** If the words name a group, or nothing, prints its help; otherwise says what is wrong. */
function explainGroup(commands: readonly Command[], words: readonly string[], io: CommandIo): number {
	const names = words.slice(0, endOfNames(words)).filter((word) => word !== 'help');
	const isHelp = names.length < endOfNames(words) || words.includes('--help') || words.includes('-h');
	const group = names.join(' ');
	const isGroup = group === '' || commands.some(({ path }) => path.startsWith(`${group} `) || path === group);
	if (!isGroup) throw unknownCommand(commands, names);
	const named = commands.find(({ path }) => path === group);
	const text = named === undefined ? formatGroupHelp(commands, group) : formatCommandHelp(named);
	(isHelp ? io.stdout : io.stderr).write(text);
	return isHelp ? exitCodes.done : exitCodes.misused;
}

function unknownCommand(commands: readonly Command[], names: readonly string[]): CommandError {
	const given = names.slice(0, 3).join(' ');
	const candidates = commands.flatMap(({ path }) => [path, path.split(' ')[0] ?? path]);
	const closest = findClosestName(given, candidates) ?? findClosestName(names[0] ?? '', candidates);
	const next = closest === undefined ? 'see "vitrine --help"' : `did you mean "vitrine ${closest}"?`;
	return misused(`there is no command "${given}"`, next);
}

function parseInvocation(command: Command, words: readonly string[], io: CommandIo): Invocation {
	const { positionals, values, lists, problems } = parseOptions(words, command.options);
	const all = [...problems];
	const missing = command.arguments.filter(({ isOptional }, index) => !isOptional && index >= positionals.length);
	if (missing.length > 0) all.push(`${missing.map(({ name }) => name).join(' and ')} is missing`);
	for (const word of positionals.slice(command.arguments.length)) all.push(`unexpected argument "${word}"`);
	if (all.length > 0) throw misused(all.join('; '), `see "vitrine ${command.path} --help"`);
	const isJson = values.get('json') === 'true';
	return { words, arguments: positionals, options: values, optionLists: lists, isJson, io };
}
