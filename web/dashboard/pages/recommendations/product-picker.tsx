/** A search box for one product, by the ARIA pattern of a combobox: arrow keys choose, Enter takes, Escape closes. */
import type { FunctionComponent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { callApi, toPath } from '../../shell/call-api.ts';
import { useEngine } from '../../shell/engines.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';

export interface Product {
	readonly dfid: string;
	readonly title: string;
	/** Empty where the item has none. */
	readonly link: string;
}

export interface ProductPickerProps {
	/** The search engine; null: the chosen one. */
	readonly hashid: string | null;
	readonly label: string;
	readonly hint: string;
	readonly onChoose: (product: Product) => void;
}

interface FoundItem {
	readonly dfid: string;
	readonly title?: unknown;
	readonly link?: unknown;
}

const shownMax = 8;

async function findProducts(hashid: string, query: string, signal: AbortSignal): Promise<readonly Product[]> {
	const answer = await callApi<{ results: readonly FoundItem[] }>(toPath`/search_engines/${hashid}/_search`, {
		query: { query, rpp: shownMax, stats: false },
		signal,
	});
	return answer.results.map(({ dfid, title, link }) => ({
		dfid,
		title: typeof title === 'string' ? title : dfid,
		link: typeof link === 'string' ? link : '',
	}));
}

/** Nothing for whoever may not search: then the address of a page names its product. */
export const ProductPicker: FunctionComponent<ProductPickerProps> = ({ hashid, label, hint, onChoose }) => {
	const id = useId();
	const { session } = useSession();
	const engine = useEngine();
	const [query, setQuery] = useState('');
	const [chosen, setChosen] = useState(-1);
	const target = hashid ?? engine?.hashid;
	const found = useLoaded(
		(signal) => findProducts(target ?? '', query, signal),
		query.trim() === '' || target === undefined ? undefined : `${target} ${query}`,
	);
	if (!mayRead(session, 'search_settings')) return null;
	const products = query.trim() === '' ? [] : (found.value ?? []);
	function choose(product: Product | undefined): void {
		if (product === undefined) return;
		setQuery('');
		setChosen(-1);
		onChoose(product);
	}
	return (
		<div class="field picker">
			<label class="label" for={id}>
				{label}
			</label>
			<input
				id={id}
				role="combobox"
				aria-expanded={products.length > 0}
				aria-controls={`${id}-list`}
				aria-autocomplete="list"
				aria-activedescendant={products[chosen] === undefined ? undefined : `${id}-${chosen}`}
				autocomplete="off"
				placeholder={hint}
				value={query}
				onInput={({ currentTarget }) => {
					setQuery(currentTarget.value);
					setChosen(-1);
				}}
				onKeyDown={(event) => {
					const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
					if (step !== undefined && products.length > 0) {
						event.preventDefault();
						setChosen((chosen + step + products.length) % products.length);
					}
					if (event.key === 'Escape') setQuery('');
					if (event.key === 'Enter') {
						event.preventDefault();
						choose(products[Math.max(chosen, 0)]);
					}
				}}
			/>
			<div id={`${id}-list`} role="listbox" aria-label={label} hidden={products.length === 0}>
				{products.map((product, index) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the focus and the keys.
					<div
						key={product.dfid}
						id={`${id}-${index}`}
						role="option"
						aria-selected={index === chosen}
						dir="auto"
						onMouseDown={(event) => event.preventDefault()}
						onClick={() => choose(product)}
					>
						{product.title}
					</div>
				))}
			</div>
		</div>
	);
};
