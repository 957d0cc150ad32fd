/** `vitrine engine settings …` and `vitrine engine synonyms …`: the search settings of an engine. */
import { asRecord, callApi, type JsonRecord } from './api-answer.ts';
import type { ApiRequest } from './api-client.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, CommandArgument, Invocation } from './command.ts';
import { CommandError, misused } from './command-error.ts';
import { engineArgument, exampleHashid } from './engine-commands.ts';
import { printDone, printJson, printRecord } from './print-answer.ts';
import { readTextFile } from './read-text-file.ts';
import { toMemberPath } from './resource-commands.ts';
import { readList, toFacet } from './search/search-body.ts';
import { asSynonyms, formatSynonym, isSameSynonym, parseSynonymLine, type WireSynonym } from './search/synonym-line.ts';

const rule: CommandArgument = {
	name: 'RULE',
	meaning: '"tv, television, smart tv" for words that find each other, "sneaker => shoe, trainers" for one way',
};
/** More than any list of synonyms that the server accepts. */
const fileBytesMax = 16 * 1024 * 1024;
/** Stands for the server's default where a list is expected. */
const defaultWord = 'default';

const showCommand: Command = {
	path: 'engine settings show',
	summary: 'Show the search settings of a search engine.',
	arguments: [engineArgument],
	options: ownerOptions,
	examples: [`vitrine engine settings show ${exampleHashid}`],
	async run(invocation) {
		printSettings(invocation, await callSettings(invocation));
		return 0;
	},
};

const switches = [
	['out-of-stock-last', 'out_of_stock_last'],
	['typo-tolerance', 'typo_tolerance'],
	['suggestions', 'suggestions'],
	['learning', 'learning'],
	['interleaving', 'interleaving'],
] as const;

const wordLists = [
	['stop-words', 'stop_words'],
	['exact-words', 'exact_words'],
] as const;

const updateCommand: Command = {
	path: 'engine settings update',
	summary: 'Change how a search engine searches; settings that are not given keep their values.',
	explanation: 'Changes apply from the next search on. Synonyms have commands of their own.',
	arguments: [engineArgument],
	options: {
		facets: {
			kind: 'text',
			placeholder: 'LIST',
			meaning: `Facets of searches that name none: brand,price:range,color:20; "" for none, "${defaultWord}" for the default ones`,
		},
		'auto-filter-fields': {
			kind: 'text',
			placeholder: 'LIST',
			meaning: `Fields whose values may become filters; "${defaultWord}" for the default ones`,
		},
		'stop-words': {
			kind: 'text',
			placeholder: 'LIST',
			meaning: 'Words that items may lack, beside those of the language: cheap,online; "" for none',
		},
		'exact-words': {
			kind: 'text',
			placeholder: 'LIST',
			meaning: 'Words that are never taken for misspelt ones; "" for none',
		},
		'typo-tolerance': { kind: 'switch', meaning: 'Misspelt words are corrected; --no-typo-tolerance if not' },
		'out-of-stock-last': { kind: 'switch', meaning: 'Items out of stock come last' },
		suggestions: { kind: 'switch', meaning: 'Suggest completions of the typed text; --no-suggestions for none' },
		learning: { kind: 'switch', meaning: 'Clicks, carts and purchases move items; --no-learning if not' },
		interleaving: {
			kind: 'switch',
			meaning: 'Interleave learned and plain ranking, to compare them; --no-interleaving to stop',
		},
		'learning-strength': { kind: 'text', placeholder: 'SHARE', meaning: 'How far they move items, from 0 to 1' },
		...ownerOptions,
	},
	examples: [
		`vitrine engine settings update ${exampleHashid} --facets brand,best_price:range,color --out-of-stock-last`,
		`vitrine engine settings update ${exampleHashid} --facets ${defaultWord}`,
	],
	async run(invocation) {
		const { options } = invocation;
		const change: { [field: string]: unknown } = {};
		if (options.has('facets')) change.facets = readListOrDefault(options, 'facets')?.map(toFacet) ?? null;
		if (options.has('auto-filter-fields')) {
			change.auto_filter_fields = readListOrDefault(options, 'auto-filter-fields') ?? null;
		}
		for (const [option, field] of wordLists) {
			if (options.has(option)) change[field] = readList(options, option) ?? [];
		}
		for (const [option, field] of switches) {
			const text = options.get(option);
			if (text !== undefined) change[field] = text === 'true';
		}
		const strength = options.get('learning-strength');
		if (strength !== undefined) change.learning_strength = readShare(strength);
		if (Object.keys(change).length === 0) {
			throw misused(
				'there is nothing to change',
				'give --facets, --auto-filter-fields, --stop-words, --exact-words, --typo-tolerance, --out-of-stock-last, --suggestions, --learning, --learning-strength or --interleaving',
			);
		}
		const settings = await callSettings(invocation, change);
		printSettings(invocation, settings, `Changed search engine ${invocation.arguments[0]}.`);
		return 0;
	},
};

function readShare(text: string): number {
	if (/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text)) return Number(text);
	throw misused('--learning-strength is not a share', 'give a number from 0 to 1, such as 0.5');
}

const listCommand: Command = {
	path: 'engine synonyms list',
	summary: 'List the synonyms of a search engine, one rule to a line.',
	arguments: [engineArgument],
	options: ownerOptions,
	examples: [`vitrine engine synonyms list ${exampleHashid} > synonyms.txt`],
	async run(invocation) {
		const synonyms = asSynonyms((await callSettings(invocation)).synonyms);
		if (invocation.isJson) printJson(invocation, synonyms);
		else for (const synonym of synonyms) printDone(invocation, {}, formatSynonym(synonym));
		return 0;
	},
};

const addCommand: Command = {
	path: 'engine synonyms add',
	summary: 'Add a rule to the synonyms of a search engine.',
	arguments: [engineArgument, rule],
	options: ownerOptions,
	examples: [
		`vitrine engine synonyms add ${exampleHashid} "tv, television, smart tv"`,
		`vitrine engine synonyms add ${exampleHashid} "sneaker => shoe, trainers"`,
	],
	async run(invocation) {
		const added = readRule(invocation);
		const before = asSynonyms((await callSettings(invocation)).synonyms);
		const isNew = !before.some((synonym) => isSameSynonym(synonym, added));
		if (isNew) await callSettings(invocation, { synonyms: [...before, added] });
		const text = formatSynonym(added);
		printDone(invocation, { added: isNew ? [added] : [] }, isNew ? `Added ${text}.` : `${text} was there already.`);
		return 0;
	},
};

const removeCommand: Command = {
	path: 'engine synonyms remove',
	summary: 'Remove a rule from the synonyms of a search engine.',
	arguments: [engineArgument, rule],
	options: ownerOptions,
	examples: [`vitrine engine synonyms remove ${exampleHashid} "tv, television, smart tv"`],
	async run(invocation) {
		const removed = readRule(invocation);
		const before = asSynonyms((await callSettings(invocation)).synonyms);
		const synonyms = before.filter((synonym) => !isSameSynonym(synonym, removed));
		if (synonyms.length === before.length) {
			throw new CommandError('not_found', `there is no such rule: ${formatSynonym(removed)}`, {
				nextStep: 'see "vitrine engine synonyms list"',
			});
		}
		await callSettings(invocation, { synonyms });
		printDone(invocation, { removed: [removed] }, `Removed ${formatSynonym(removed)}.`);
		return 0;
	},
};

const importCommand: Command = {
	path: 'engine synonyms import',
	summary: 'Replace all synonyms of a search engine by those of a file.',
	explanation: 'One rule to a line, as "engine synonyms list" prints them; lines that begin with # are ignored.',
	arguments: [engineArgument, { name: 'FILE', meaning: 'Text file, gzipped or not; - for standard input' }],
	options: ownerOptions,
	examples: [`vitrine engine synonyms import ${exampleHashid} synonyms.txt`],
	async run(invocation) {
		const [, file = ''] = invocation.arguments;
		const text = await readTextFile(invocation.io, file, { bytesMax: fileBytesMax, content: 'any list of synonyms' });
		const synonyms = text.split('\n').flatMap((line) => parseSynonymLine(line) ?? []);
		await callSettings(invocation, { synonyms });
		const count = synonyms.length;
		printDone(invocation, { synonyms: count }, `The synonyms are now the ${count} of ${file}.`);
		return 0;
	},
};

export const searchSettingsCommands: readonly Command[] = [
	showCommand,
	updateCommand,
	listCommand,
	addCommand,
	removeCommand,
	importCommand,
];

/** Reads the settings, or changes them. @throws {CommandError} */
async function callSettings(invocation: Invocation, change?: object): Promise<JsonRecord> {
	const [engine = ''] = invocation.arguments;
	const path = `${toMemberPath('/api/admin/v1/search_engines', engine)}/search_settings`;
	const request: ApiRequest =
		change === undefined ? { method: 'GET', path } : { method: 'PATCH', path, body: JSON.stringify(change) };
	return asRecord(await callApi(openOwnerClient(invocation), request, `search engine ${engine}`));
}

function printSettings(invocation: Invocation, settings: JsonRecord, sentence?: string): void {
	if (invocation.isJson) {
		printJson(invocation, settings);
		return;
	}
	const { synonyms, facets, auto_filter_fields: fields, stop_words: stopWords, exact_words: exactWords } = settings;
	const facetTexts = Array.isArray(facets) ? facets.map(({ field, type, size }) => `${field}:${type}:${size}`) : null;
	const shown = {
		...settings,
		synonyms: `${asSynonyms(synonyms).length} rules`,
		stop_words: toShownList(stopWords),
		exact_words: toShownList(exactWords),
		facets: toShownList(facetTexts),
		auto_filter_fields: toShownList(fields),
	};
	printRecord(invocation, shown, sentence);
}

function toShownList(list: unknown): unknown {
	if (list === null) return defaultWord;
	return Array.isArray(list) && list.length === 0 ? 'none' : list;
}

/** Undefined for the server's default. */
function readListOrDefault(options: Invocation['options'], name: string): string[] | undefined {
	return options.get(name) === defaultWord ? undefined : readList(options, name);
}

function readRule({ arguments: [, text = ''] }: Invocation): WireSynonym {
	const synonym = parseSynonymLine(text);
	if (synonym === undefined) throw misused(`"${text}" is not a rule`, `write it like ${rule.meaning}`);
	return synonym;
}
