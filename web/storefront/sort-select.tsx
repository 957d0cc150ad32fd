import type { FunctionComponent } from 'preact';
import type { ElementProps } from './define-element.ts';
import type { ResultsState } from './url-state.ts';

interface SortProps {
	readonly element: ElementProps;
	readonly state: ResultsState;
	readonly onChange: (state: ResultsState) => void;
}

/** The attribute `sorts` lists what can be chosen: `best_price:asc, release_date:desc=Newest first`. */
export const SortSelect: FunctionComponent<SortProps> = ({ element, state, onChange }) => {
	const { texts } = element;
	const sorts = [{ value: '', text: texts.bestMatch }, ...readSorts(element)];
	return (
		<label part="sort">
			{texts.sortBy}
			<select value={state.sort} onChange={(event) => onChange({ ...state, sort: event.currentTarget.value, page: 1 })}>
				{sorts.map(({ value, text }) => (
					<option key={value} value={value} selected={value === state.sort}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
};

/** What the element offers besides the best match. */
export function readSorts({ read, texts }: Pick<ElementProps, 'read' | 'texts'>) {
	const named: Readonly<Record<string, string>> = {
		'best_price:asc': texts.cheapestFirst,
		'best_price:desc': texts.dearestFirst,
	};
	const list = read('sorts') || Object.keys(named).join();
	return list.split(',').map((entry) => {
		const [value = '', text] = entry.split('=').map((part) => part.trim());
		return { value, text: text ?? named[value] ?? value };
	});
}
