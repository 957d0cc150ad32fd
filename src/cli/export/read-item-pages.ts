/** The items of an index, page by page, each as the server sent it. */
import { type JsonMember, JsonSyntaxError, scanJson } from '../../lib/json-scanner.ts';
import { badAnswer, readAnswer } from '../api-answer.ts';
import { CommandError } from '../command-error.ts';
import { formatCount } from '../import/progress.ts';
import type { Retrier } from '../import/retry.ts';
import { toIndexPath } from '../index-commands.ts';

const pageItemsMax = 100;

export interface ItemTarget {
	readonly engine: string;
	readonly index: string;
}

/** The items that the index has now, at most a hundred and 4 MB in a page. @throws {CommandError} when some are missing. */
export async function* readItemPages(
	retrier: Pick<Retrier, 'send'>,
	target: ItemTarget,
	signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
	const itemsPath = `${toIndexPath(target.engine, target.index)}/items/?rpp=${pageItemsMax}`;
	const first = await retrier.send({ method: 'GET', path: itemsPath, signal }, 'harmless');
	readAnswer(first, `index ${target.index}`);
	const { total, scrollId, items: firstItems } = readPage(first.text);
	const nextPath = `${itemsPath}&scroll_id=${encodeURIComponent(scrollId)}`;
	let items = firstItems;
	let itemCount = 0;
	while (items.length > 0) {
		itemCount += items.length;
		yield items;
		// Each request moves the cursor, so a page whose answer was lost cannot be requested again.
		const response = await retrier.send({ method: 'GET', path: nextPath, signal }, 'harmful');
		readAnswer(response, `index ${target.index}`);
		items = readPage(response.text).items;
	}
	if (itemCount !== total) {
		throw new CommandError('incomplete', `only ${formatCount(itemCount)} of ${formatCount(total)} items arrived`, {
			nextStep: 'try again',
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
