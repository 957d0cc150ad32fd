/** `vitrine index schema`: shows the schema of an index, and changes its overrides. */
import { asRecord, asRecords, callApi, isRecord, type JsonRecord } from './api-answer.ts';
import type { ApiRequest } from './api-client.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { engineArgument, exampleHashid } from './engine-commands.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { readList } from './search/search-body.ts';
import { formatTable } from './text-table.ts';

/** The properties that can be overridden; a flag is true or false. */
const properties: ReadonlyMap<string, 'text' | 'flag' | 'number' | 'numberOrText'> = new Map([
	['role', 'text'],
	['weight', 'numberOrText'],
	['facet', 'text'],
	['searchable', 'flag'],
	['filterable', 'flag'],
	['ignored', 'flag'],
	['popularity', 'number'],
	['popularity_best', 'text'],
]);
/** Removes the override of a property. */
const defaultWord = 'default';

export const indexSchemaCommand: Command = {
	path: 'index schema',
	summary: 'Show or change what the fields of an index are for.',
	explanation:
		'Fields are not declared: the server infers from names and values what they are for, and --set overrides that. If it changes what is indexed, the index is rebuilt, and the old one is searched until the new one is whole.',
	arguments: [engineArgument, { name: 'NAME', meaning: 'Name of the index' }],
	options: {
		set: {
			kind: 'text',
			placeholder: 'LIST',
			meaning: `Overrides: maker.role=brand,care.ignored=true; properties: ${[...properties.keys()].join(', ')}; "${defaultWord}" removes an override`,
		},
		reset: { kind: 'text', placeholder: 'LIST', meaning: 'Fields whose overrides are all removed' },
		...ownerOptions,
	},
	examples: [
		`vitrine index schema ${exampleHashid} product`,
		`vitrine index schema ${exampleHashid} product --set maker.role=brand,care.searchable=false`,
		`vitrine index schema ${exampleHashid} product --set title.weight=6,brand.weight=8,description.weight=0.5`,
		`vitrine index schema ${exampleHashid} product --set sales_rank.popularity=4,sales_rank.popularity_best=lowest`,
		`vitrine index schema ${exampleHashid} product --reset maker,care`,
	],
	async run(invocation) {
		const { options, isJson, io } = invocation;
		const [engine = '', name = ''] = invocation.arguments;
		const indices = `${toMemberPath('/api/admin/v1/search_engines', engine)}/indices`;
		const path = `${toMemberPath(indices, name)}/schema`;
		const isChange = options.has('set') || options.has('reset');
		const request: ApiRequest = isChange
			? { method: 'PATCH', path, body: JSON.stringify({ fields: readChange(invocation) }) }
			: { method: 'GET', path };
		const schema = asRecord(await callApi(openOwnerClient(invocation), request, `index ${name}`));
		if (isJson) printJson(invocation, schema);
		else io.stdout.write(formatSchema(schema));
		return 0;
	},
};

type FieldChange = Record<string, string | number | boolean | null> | null;

function readChange({ options }: Invocation): Readonly<Record<string, FieldChange>> {
	const change = new Map<string, FieldChange>();
	for (const name of readList(options, 'reset') ?? []) change.set(name, null);
	for (const text of readList(options, 'set') ?? []) {
		const { field, property, value } = parseSetting(text);
		if (change.get(field) === null) throw misused(`${field} is in --set and in --reset`, 'name it in only one of them');
		change.set(field, { ...change.get(field), [property]: value });
	}
	if (change.size === 0)
		throw misused('there is nothing to change', 'give --set FIELD.PROPERTY=VALUE or --reset FIELD');
	return Object.fromEntries(change);
}

/** `specs.width.facet=range`. @throws {CommandError} */
function parseSetting(text: string) {
	const [, field = '', property = '', value = ''] = /^(.+)\.([a-z_]+)=(.*)$/s.exec(text) ?? [];
	const kind = properties.get(property);
	if (kind === undefined) {
		throw misused(
			`"${text}" is not an override of a field`,
			`write FIELD.PROPERTY=VALUE, with one of ${[...properties.keys()].join(', ')}`,
		);
	}
	if (value === defaultWord) return { field, property, value: null };
	if (kind === 'text') return { field, property, value };
	const isNumber = /^\d{1,6}(?:\.\d{1,6})?$/.test(value);
	if (kind === 'numberOrText') return { field, property, value: isNumber ? Number(value) : value };
	if (kind === 'number') {
		if (!isNumber) {
			throw misused(`${field}.${property} cannot be "${value}"`, `use a number such as 2.5, or ${defaultWord}`);
		}
		return { field, property, value: Number(value) };
	}
	if (value !== 'true' && value !== 'false') {
		throw misused(`${field}.${property} cannot be "${value}"`, `use true, false or ${defaultWord}`);
	}
	return { field, property, value: value === 'true' };
}

function formatSchema({ fields, state, writes_indexed: indexed, writes_wanted: wanted }: JsonRecord): string {
	const rows = asRecords(fields).map((field) => [
		field.name,
		field.role,
		field.weight ?? '',
		listUses(field),
		field.facet ?? '',
		field.source === 'overridden' ? toOrigin(field) : '',
	]);
	const titles = ['FIELD', 'ROLE', 'WEIGHT', 'USES', 'FACET', 'SET BY YOU'];
	const table = rows.length === 0 ? 'No item has a field yet.\n' : formatTable(titles, rows);
	return `${toStateSentence(String(state), `${indexed} of ${wanted} writes`)}${table}`;
}

function listUses(field: JsonRecord): string {
	if (field.ignored === true) return 'ignored';
	const uses = ['searchable', 'filterable', 'sortable'].filter((use) => field[use] === true);
	const popularity = field.popularity === 0 ? [] : [`popularity ${field.popularity} (${field.popularity_best})`];
	return [...uses, ...popularity].join(', ');
}

/** The inferred properties, where the effective ones differ. */
function toOrigin({ inferred, ...field }: JsonRecord): string {
	if (!isRecord(inferred)) return 'yes';
	const changes = Object.keys(inferred).filter((name) => inferred[name] !== field[name]);
	return changes.length === 0 ? 'yes' : changes.map((name) => `${name}, was ${inferred[name] ?? 'none'}`).join('; ');
}

function toStateSentence(state: string, progress: string): string {
	if (state === 'rebuilding') return `The index is being built anew, and the old one is searched: ${progress}.\n`;
	if (state === 'building') return `The index is being built and not searched yet: ${progress}.\n`;
	return state === 'unknown' ? 'What the index is like now cannot be said: it cannot be asked.\n' : '';
}
