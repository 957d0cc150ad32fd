/** Entries of a file that are not in the index, with the reason of each; all of them as a file. */
import type { FunctionComponent } from 'preact';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { toShownText } from '../to-shown-text.ts';
import type { ImportState, RefusedEntry } from './run-import.ts';

const shownMax = 100;

export interface RefusedTableProps {
	readonly state: ImportState;
	/** Whether positions are rows of a table. */
	readonly isTable: boolean;
}

export const RefusedTable: FunctionComponent<RefusedTableProps> = ({ state, isTable }) => {
	const { texts, fill, number } = useLocale();
	const { importing } = texts.catalogue;
	const { refused, refusedCount } = state;
	const unreadable = isTable ? importing.tooManyCells : importing.unreadable;
	const toReason = ({ reason }: RefusedEntry) => reason ?? unreadable;
	const columns: readonly Column<RefusedEntry>[] = [
		{
			name: 'position',
			title: isTable ? importing.row : importing.position,
			isNumber: true,
			render: ({ position }) => number(position),
		},
		{ name: 'id', title: importing.id, render: ({ id }) => <code class="refused-id">{id ?? '–'}</code> },
		{ name: 'reason', title: importing.reason, render: (entry) => <span dir="auto">{toReason(entry)}</span> },
		{
			name: 'content',
			title: importing.content,
			render: ({ content }) => (
				<code class="refused-content" dir="auto">
					{toShownText(content)}
				</code>
			),
		},
	];
	return (
		<section class="stack tight">
			<div class="row spread">
				<h2>{importing.refusedTitle}</h2>
				<button type="button" class="button" onClick={() => download(refused, toReason)}>
					<Icon name="download" size={18} />
					{importing.download}
				</button>
			</div>
			<p class="muted">
				{fill(importing.refusedShown, {
					shown: number(Math.min(shownMax, refused.length)),
					count: number(refusedCount),
				})}
			</p>
			<DataTable
				caption={importing.refusedTitle}
				columns={columns}
				rows={refused.slice(0, shownMax)}
				toKey={({ position }) => position}
			/>
		</section>
	);
};

/** A line of JSON for each. */
function download(refused: readonly RefusedEntry[], toReason: (entry: RefusedEntry) => string): void {
	const lines = refused.map((entry) => {
		const { position, id, content } = entry;
		return `${JSON.stringify({ position, id, reason: toReason(entry), content })}\n`;
	});
	const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
	const link = document.createElement('a');
	link.href = url;
	link.download = 'refused-items.jsonl';
	link.click();
	URL.revokeObjectURL(url);
}
