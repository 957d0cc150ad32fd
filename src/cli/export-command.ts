/** `vitrine export`: the items of an index as JSON lines, each the text that the server holds. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type JsonMember, JsonSyntaxError, scanJson } from '../lib/json-scanner.ts';
import { toError } from '../lib/thrown.ts';
import { readAnswer } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { CommandError, misused } from './command-error.ts';
import { readTarget, targetOptions } from './import/import-plan.ts';
import { formatCount } from './import/progress.ts';
import { createRetrier } from './import/retry.ts';
import { toIndexPath } from './index-commands.ts';
import { printDone } from './print-answer.ts';

const exampleHashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';
const pageItemsMax = 100;

export const exportCommand: Command = {
	path: 'export',
	summary: 'Write all items of an index as JSON lines.',
	explanation: 'The items are those the index had when the export began. "vitrine import" reads the file back.',
	arguments: [],
	options: {
		...targetOptions,
		out: {
			kind: 'text',
			placeholder: 'FILE',
			meaning: 'Write there instead of standard output; made whole or not at all',
		},
		gzip: { kind: 'switch', meaning: 'Compress the output' },
		...ownerOptions,
	},
	examples: [
		`vitrine export --engine ${exampleHashid} --index product --gzip --out products.jsonl.gz`,
		`vitrine export --engine ${exampleHashid} --index product | head -1`,
	],
	async run(invocation) {
		const { options, io, isJson } = invocation;
		const target = readTarget(options);
		const path = options.get('out');
		if (isJson && path === undefined) throw misused('--json needs --out', 'the items themselves go to standard output');
		const tally = { itemCount: 0 };
		await writeLines(readLines(invocation, target, tally), invocation);
		const sentence = `Exported ${formatCount(tally.itemCount)} items of ${target.index}.`;
		if (path === undefined) io.stderr.write(`${sentence}\n`);
		else printDone(invocation, { ...target, items: tally.itemCount, file: path }, sentence);
		return 0;
	},
};

interface Target {
	readonly engine: string;
	readonly index: string;
}

/** One page of lines at a time. @throws {CommandError} when not all items came. */
async function* readLines(
	invocation: Invocation,
	target: Target,
	tally: { itemCount: number },
): AsyncGenerator<string> {
	const retrier = createRetrier(openOwnerClient(invocation), invocation.io);
	const itemsPath = `${toIndexPath(target.engine, target.index)}/items/?rpp=${pageItemsMax}`;
	const first = await retrier.send({ method: 'GET', path: itemsPath }, 'harmless');
	readAnswer(first, `index ${target.index}`);
	const { total, scrollId, items: firstItems } = readPage(first.text);
	const nextPath = `${itemsPath}&scroll_id=${encodeURIComponent(scrollId)}`;
	let items = firstItems;
	while (items.length > 0) {
		tally.itemCount += items.length;
		yield items.map(toLine).join('');
		// Asking moves the cursor on, so a page whose answer was lost cannot be asked for again.
		const response = await retrier.send({ method: 'GET', path: nextPath }, 'harmful');
		readAnswer(response, `index ${target.index}`);
		items = readPage(response.text).items;
	}
	if (tally.itemCount !== total) {
		throw new CommandError('incomplete', `${formatCount(tally.itemCount)} of ${formatCount(total)} items came`, {
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

/** Cuts the items out of the page: decoding and encoding them again would change numbers and escapes. */
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
	throw new CommandError('bad_answer', 'unexpected answer: no page of items', {
		nextStep: 'check that --url or VITRINE_URL names a Vitrine server',
	});
}

/** Line breaks can only stand between the tokens of an item, where a space means the same. */
function toLine(item: string): string {
	return `${item.replace(/[\r\n]+/g, ' ')}\n`;
}

/** Writes to `--out`, whole or not at all, or to standard output; packed with `--gzip`. @throws {CommandError} */
export async function writeLines(lines: AsyncIterable<string>, { options, io }: Invocation): Promise<void> {
	const source = Readable.from(lines, { objectMode: false });
	const steps = options.get('gzip') === 'true' ? [source, createGzip()] : [source];
	const path = options.get('out');
	if (path === undefined) {
		await pipeline([...steps, io.stdout], { end: false });
		return;
	}
	const draftPath = `${path}.partial`;
	try {
		await pipeline([...steps, createWriteStream(draftPath, { flush: true })]);
		await rename(draftPath, path);
	} catch (error) {
		await rm(draftPath, { force: true });
		if (error instanceof CommandError) throw error;
		const reason = toError(error).message;
		throw new CommandError('unwritable_file', `cannot write ${path} (${reason})`, { cause: error });
	}
}
