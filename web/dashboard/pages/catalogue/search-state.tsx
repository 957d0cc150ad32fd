/** Whether searches see all that is stored, in a few words. */
import type { FunctionComponent } from 'preact';
import { useLocale } from '../../shell/texts.tsx';
import type { SearchIndex } from './catalogue-wire.ts';

export const SearchState: FunctionComponent<{ readonly search: SearchIndex | undefined }> = ({ search }) => {
	const { texts, fill, fillCount, number } = useLocale();
	const { states } = texts.catalogue;
	if (search === undefined) return <span class="muted">{states.unknown}</span>;
	if (search.state === 'failing') return <span class="tag danger">{states.failing}</span>;
	if (search.state === 'building') {
		const values = { done: number(search.writes_indexed), all: number(search.writes_stored) };
		return <span class="tag warning">{fill(states.building, values)}</span>;
	}
	if (search.writes_behind > 0) {
		return <span class="tag warning">{fillCount(states.behind, search.writes_behind)}</span>;
	}
	return <span class="tag good">{states.ready}</span>;
};
