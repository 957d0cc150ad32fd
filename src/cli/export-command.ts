/** `vitrine export`: the items of an index as JSON lines, each as the server stores it. */
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { exampleHashid } from './engine-commands.ts';
import { type ItemTarget, readItemPages } from './export/read-item-pages.ts';
import { type ExportedText, exportOptions, exportTexts } from './export-texts.ts';
import { readTarget, targetOptions } from './import/import-plan.ts';
import { createRetrier } from './import/retry.ts';

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
		return exportTexts(invocation, (signal) => readTexts(invocation, target, signal), things);
	},
};

/** @throws {CommandError} when items are missing. */
async function* readTexts(
	invocation: Invocation,
	target: ItemTarget,
	signal: AbortSignal,
): AsyncGenerator<ExportedText> {
	const retrier = createRetrier(openOwnerClient(invocation), invocation.io);
	for await (const items of readItemPages(retrier, target, signal)) {
		yield { text: items.map(toLine).join(''), count: items.length };
	}
}

/** Line breaks can only be between the tokens of an item, where a space means the same. */
function toLine(item: string): string {
	return `${item.replace(/[\r\n]+/g, ' ')}\n`;
}
