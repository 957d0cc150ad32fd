/** How often something is searched for; a click says by which queries. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { FoundSearches } from './search-counts.ts';

export interface SearchCountProps {
	/** What is searched for. */
	readonly label: string;
	readonly found: FoundSearches;
}

export const SearchCount: FunctionComponent<SearchCountProps> = ({ label, found }) => {
	const { texts, fill, number } = useLocale();
	const [isOpen, setOpen] = useState(false);
	const { queries, searches, whoSearches, whoSearchesHint } = texts.settings;
	if (found.count === 0) return <span class="muted">{number(0)}</span>;
	return (
		<>
			<button
				type="button"
				class="link"
				aria-label={`${number(found.count)}: ${fill(whoSearches, { word: label })}`}
				onClick={() => setOpen(true)}
			>
				{number(found.count)}
			</button>
			{isOpen && (
				<Dialog title={fill(whoSearches, { word: label })} closeText={texts.shell.close} onClose={() => setOpen(false)}>
					<p class="muted">{whoSearchesHint}</p>
					<DataTable
						caption={fill(whoSearches, { word: label })}
						columns={[
							{ name: 'query', title: queries, render: ({ query }) => <bdi>{query}</bdi> },
							{ name: 'count', title: searches, isNumber: true, render: ({ count }) => number(count) },
						]}
						rows={found.queries.slice(0, 50)}
						toKey={({ query }) => query}
					/>
				</Dialog>
			)}
		</>
	);
};
