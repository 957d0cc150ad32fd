/** `vitrine export`: the items of an index as JSON lines, each as the server stores it. */
import { type JsonMember, JsonSyntaxError, scanJson } from '../lib/json-scanner.ts';
import { badAnswer, readAnswer } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { CommandError } from './command-error.ts';
import { exampleHashid } from './engine-commands.ts';
import { exportLines, exportOptions } from './export-lines.ts';
import { readTarget, targetOptions } from './import/import-plan.ts';
import { formatCount } from './import/progress.ts';
import { createRetrier } from './import/retry.ts';
import { toIndexPath } from './index-commands.ts';

const pageItemsMax = 100;

export const exportCommand: Command = {
	path: 'export',
	summary: 'Write all items of an index as JSON lines.',
	explanation: 'The items are those that the index had when the export began. "vitrine import" can read the file back.',
	arguments: [],
	options: {
		...targetOptions,
		...exportOptions,
		...ownerOptions,
	},
	examples: [
		`vitrine export --engine ${exampleHashid} --index product --gzip --out products.jsonl.gz`,
		`vitrine export --engine ${exampleHashid} --index product | head -1`,
	],
	async run(invocation) {
		const target = readTarget(invocation.options);
		const things = { plural: 'items', source: target.index, record: target };
		return exportLines(invocation, (signal) => readLines(invocation, target, signal), things);
	},
};

interface Target {
	readonly engine: string;
	readonly index: string;
}

/** Reads page by page. @throws {CommandError} when items are missing. */
async function* readLines(
	invocation: Invocation,
	target: Target,
	signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
	const retrier = createRetrier(openOwnerClient(invocation), invocation.io);
	const itemsPath = `${toIndexPath(target.engine, target.index)}/items/?rpp=${pageItemsMax}`;
	const first = await retrier.send({ method: 'GET', path: itemsPath, signal }, 'harmless');
	readAnswer(first, `index ${target.index}`);
	const { total, scrollId, items: firstItems } = readPage(first.text);
	const nextPath = `${itemsPath}&scroll_id=${encodeURIComponent(scrollId)}`;
	let items = firstItems;
	let itemCount = 0;
	while (items.length > 0) {
		itemCount += items.length;
		yield items.map(toLine);
		// Each request moves the cursor, so a page whose answer was lost cannot be requested again.
		const response = await retrier.send({ method: 'GET', path: nextPath, signal }, 'harmful');
		readAnswer(response, `index ${target.index}`);
		items = readPage(response.text).items;
	}
	if (itemCount !== total) {
		throw new CommandError('incomplete', `only ${formatCount(itemCount)} of ${formatCount(total)} items arrived`, {
			nextStep: 'export again',
		});
	}
}

interface Page {
	readonly total: number;
	readonly scrollId: string;
	/** Each as the server sent it. */
	readonly items: readonly string[];
}

/** Cuts the items out of the page: parsing and serialising them would change numbers and escapes. */
function readPage(text: string): Page {
	try {
		const [root] = scanJson(text).entries;
		const slice = (name: string) => {
			const member = root?.members.find((candidate: JsonMember) => candidate.name === name);
			return member === undefined ? 'null' : text.slice(member.valueStart, member.valueEnd);
		};
		const total = JSON.parse(slice('total')) as unknown;
		const scrollId = JSON.parse(slice('scroll_id')) as unknown;
		const itemsText = slice('items');
		const scan = scanJson(itemsText);
		if (scan.isArray && typeof total === 'number' && typeof scrollId === 'string') {
			return { total, scrollId, items: scan.entries.map(({ start, end }) => itemsText.slice(start, end)) };
		}
	} catch (error) {
		if (!(error instanceof JsonSyntaxError)) throw error;
	}
	throw badAnswer('no page of items');
}

/** Line breaks can only be between the tokens of an item, where a space means the same. */
function toLine(item: string): string {
	return `${item.replace(/[\r\n]+/g, ' ')}\n`;
}
