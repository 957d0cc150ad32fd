/** The help of the program, of a group of commands and of one command. */
import type { Command, CommandOptions } from './command.ts';
import { wrapText } from './text-table.ts';

const exitCodeText = 'Exit codes: 0 done, 1 failed, 2 wrong use.';

/** All commands whose path starts with `group` (all of them when it is empty), one line each. */
export function formatGroupHelp(commands: readonly Command[], group: string): string {
	const listed = commands.filter(({ path }) => group === '' || path.startsWith(`${group} `));
	const name = group === '' ? 'vitrine' : `vitrine ${group}`;
	const lead = group === '' ? ['Vitrine: self-hosted product search and recommendations for online shops.', ''] : [];
	return toText([
		...lead,
		`Usage: ${name} <command> [options]`,
		'',
		'Commands:',
		...formatColumns(listed.map(({ path, summary }) => [path, summary])),
		'',
		...(group === '' ? groupNotes : []),
		`Run "vitrine <command> --help" for its options and examples. ${exitCodeText}`,
	]);
}

const groupNotes = [
	'Commands other than serve talk to a running server. They read:',
	...formatColumns([
		['VITRINE_URL', 'its address (default http://127.0.0.1:8080)'],
		['VITRINE_KEY', "an API key of the account's owner"],
		['VITRINE_OPERATOR_TOKEN', 'the operator token, where the server key is not on this machine'],
	]),
	'',
];

export function formatCommandHelp(command: Command): string {
	const argumentWords = command.arguments.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name));
	const usage = ['vitrine', command.path, ...argumentWords, '[options]'].join(' ');
	return toText([
		`Usage: ${usage}`,
		'',
		command.summary,
		...(command.explanation === undefined ? [] : ['', ...formatParagraphs(command.explanation)]),
		...(command.arguments.length === 0 ? [] : ['', 'Arguments:']),
		...formatColumns(command.arguments.map(({ name, meaning }) => [name, meaning])),
		'',
		'Options:',
		...formatColumns(optionRows(command.options)),
		'',
		'Examples:',
		...command.examples.map((example) => `  ${example}`),
		'',
		exitCodeText,
	]);
}

function optionRows(options: CommandOptions): (readonly [string, string])[] {
	return Object.entries(options).map(([name, { short, placeholder, meaning }]) => {
		const value = placeholder === undefined ? '' : ` ${placeholder}`;
		return [`${short === undefined ? '' : `-${short}, `}--${name}${value}`, meaning];
	});
}

/** Names padded to the longest, then their meanings; a long meaning is wrapped. */
function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
	const width = Math.max(0, ...rows.map(([name]) => name.length));
	const textWidth = Math.max(40, 110 - width);
	return rows.flatMap(([name, meaning]) =>
		wrapText(meaning, textWidth).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`),
	);
}

/** Lines with manual breaks stay unchanged. */
function formatParagraphs(text: string): string[] {
	return text.split('\n').flatMap((line) => wrapText(line, 110));
}

function toText(lines: readonly string[]): string {
	return `${lines.join('\n')}\n`;
}
