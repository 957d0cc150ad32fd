/** Parses the options of `vitrine import`. */
import { itemsPerBatchMax } from '../../domain/item/item.ts';
import type { RejectionLimit } from '../../ingest/rejection-limit.ts';
import type { MemberNames } from '../../ingest/rename-members.ts';
import type { CommandOptions, Invocation } from '../command.ts';
import { misused } from '../command-error.ts';
import { presetOption, toIndexPath, toNewIndex } from '../index-commands.ts';
import { readNumber } from '../number-option.ts';
import { parseMapping } from './parse-mapping.ts';
import { parseRejectionLimit } from './rejections.ts';

/** More than a few bad items mean that the feed is broken, and the shop is better off with yesterday's items. */
const defaultRejectionLimit: RejectionLimit = { ratio: 0.1 };
const concurrencyMax = 16;

export interface ImportPlan {
	/** `-` is stdin. */
	readonly file: string;
	readonly engine: string;
	readonly index: string;
	readonly indexPath: string;
	readonly isLive: boolean;
	readonly isTakeover: boolean;
	readonly isEmptyAllowed: boolean;
	/** The body that creates the index when it is missing. */
	readonly newIndex: string | undefined;
	readonly mapping: MemberNames | undefined;
	readonly batchItemsMax: number;
	readonly concurrency: number;
	readonly rejectionLimit: RejectionLimit;
	/** Whether the user has set a limit of rejections; otherwise a single one causes exit code 1. */
	readonly isRejectionExpected: boolean;
	readonly rejectsFile: string | undefined;
}

export const targetOptions: CommandOptions = {
	engine: { kind: 'text', placeholder: 'HASHID', meaning: 'Search engine (32 hex digits); required' },
	index: { kind: 'text', placeholder: 'NAME', meaning: 'Index; required' },
};

export const importOptions: CommandOptions = {
	...targetOptions,
	live: { kind: 'switch', meaning: 'Write to the live index: adds and overwrites items, deletes nothing' },
	map: {
		kind: 'text',
		placeholder: 'NEW=OLD,…',
		meaning: 'Rename members of the items: link=url takes "link" from "url" of the file',
	},
	create: { kind: 'switch', meaning: 'Create the index if it is missing' },
	preset: presetOption,
	takeover: {
		kind: 'switch',
		meaning: 'Delete a temporary index that exists already, such as one of a crashed import',
	},
	'allow-empty': { kind: 'switch', meaning: 'Replace the live index even if the file has no items' },
	'max-rejected': {
		kind: 'text',
		placeholder: 'N|N%',
		meaning:
			'Keep the live index if more entries than this are rejected (default 10%); if given, fewer rejections count as success',
	},
	rejects: { kind: 'text', placeholder: 'FILE', meaning: 'Write every rejected entry to this file, as JSON lines' },
	batch: { kind: 'text', placeholder: 'N', meaning: `Items per request (1 to ${itemsPerBatchMax}; default 100)` },
	concurrency: { kind: 'text', placeholder: 'N', meaning: `Requests at once (1 to ${concurrencyMax}; default 3)` },
};

/** @throws {CommandError} for invalid options. */
export function readImportPlan({ options, arguments: [file = ''] }: Invocation): ImportPlan {
	const { engine, index } = readTarget(options);
	const isLive = options.get('live') === 'true';
	for (const name of ['takeover', 'allow-empty']) {
		if (isLive && options.has(name)) throw misused(`--${name} has no effect with --live`, 'leave one of them out');
	}
	const isCreating = options.get('create') === 'true';
	if (!isCreating && options.has('preset')) throw misused('--preset has no effect without --create', 'add --create');
	const map = options.get('map');
	return {
		file,
		engine,
		index,
		indexPath: toIndexPath(engine, index),
		isLive,
		isTakeover: options.get('takeover') === 'true',
		isEmptyAllowed: options.get('allow-empty') === 'true',
		newIndex: isCreating ? toNewIndex(index, options.get('preset')) : undefined,
		mapping: map === undefined ? undefined : parseMapping(map),
		batchItemsMax: readNumber(options, 'batch', { min: 1, max: itemsPerBatchMax, fallback: itemsPerBatchMax }),
		concurrency: readNumber(options, 'concurrency', { min: 1, max: concurrencyMax, fallback: 3 }),
		rejectionLimit: readRejectionLimit(options.get('max-rejected')),
		isRejectionExpected: options.has('max-rejected'),
		rejectsFile: options.get('rejects'),
	};
}

/** @throws {CommandError} when one of them is missing. */
export function readTarget(options: Invocation['options']): { engine: string; index: string } {
	const { engine, index } = { engine: options.get('engine') ?? '', index: options.get('index') ?? '' };
	const missing = [engine === '' ? '--engine' : '', index === '' ? '--index' : ''].filter((name) => name !== '');
	if (missing.length > 0) {
		throw misused(`${missing.join(' and ')} is missing`, '"vitrine engine list" shows the search engines');
	}
	return { engine, index };
}

function readRejectionLimit(text: string | undefined): RejectionLimit {
	if (text === undefined) return defaultRejectionLimit;
	const limit = parseRejectionLimit(text);
	if (limit === undefined)
		throw misused(`--max-rejected is "${text}"`, 'it must be a number such as 20, or a share such as 5%');
	return limit;
}
