/** `vitrine index info`: what searches of an index see of its items. */
import { asRecord, asRecords, callApi, type JsonRecord } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { misused } from './command-error.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { formatBlock, formatTable, stripControls } from './text-table.ts';

const exampleHashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';

export const indexInfoCommand: Command = {
	path: 'index info',
	summary: 'Show the search index of an index: fields, types, what was left out.',
	explanation:
		'Fields are not declared: the index infers from their values what they can be used for. A field whose values are of several types is also kept as keyword and text, and is marked.',
	arguments: [],
	options: {
		engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Search engine of the index' },
		index: { kind: 'text', placeholder: 'NAME', meaning: 'Name of the index' },
		...ownerOptions,
	},
	examples: [
		`vitrine index info --engine ${exampleHashid} --index product`,
		`vitrine index info --engine ${exampleHashid} --index product --json`,
	],
	async run(invocation) {
		const { options, isJson, io } = invocation;
		const engine = options.get('engine');
		if (engine === undefined) throw misused('--engine is missing', 'see "vitrine engine list"');
		const name = options.get('index');
		if (name === undefined) throw misused('--index is missing', `see "vitrine engine index list ${engine}"`);
		const indices = `${toMemberPath('/api/admin/v1/search_engines', engine)}/indices`;
		const request = { method: 'GET', path: `${toMemberPath(indices, name)}/search_index` } as const;
		const info = asRecord(await callApi(openOwnerClient(invocation), request, `index ${name}`));
		if (isJson) printJson(invocation, info);
		else io.stdout.write(formatInfo(info));
		return 0;
	},
};

function formatInfo({ fields, type_conflicts: conflicts, notes, ...counts }: JsonRecord): string {
	const block = formatBlock(Object.entries(counts).map(([name, value]) => [name.replaceAll('_', ' '), value]));
	const rows = asRecords(fields).map(({ name, uses, mixed }) => [name, uses, mixed === true ? 'several types' : '']);
	const table = rows.length === 0 ? 'No item has a field yet.\n' : formatTable(['FIELD', 'USES', 'NOTE'], rows);
	const sentences = Array.isArray(notes) ? notes.map((note) => `${stripControls(String(note))}\n`) : [];
	const count = Array.isArray(conflicts) ? conflicts.length : 0;
	if (counts.state === 'building') sentences.unshift(toBuildSentence(counts));
	if (counts.state === 'failing')
		sentences.unshift('The index cannot be built, or takes no writes: see the log of the server.\n');
	if (count > 0)
		sentences.unshift(`${count === 1 ? 'A field has' : `${count} fields have`} values of several types.\n`);
	return [block, table, sentences.join('')].filter((part) => part !== '').join('\n');
}

function toBuildSentence({ writes_indexed: indexed, writes_stored: stored }: JsonRecord): string {
	const percent = Math.floor((100 * Number(indexed)) / Math.max(1, Number(stored)));
	return `The index is being built and not searched yet: ${percent} % of the writes are in it.\n`;
}
