/** The state of the search box: the text, what was found for it, and which option the keys have reached. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { fillCount } from '../ui/fill-text.ts';
import { toSafeUrl } from '../ui/safe-url.ts';
import { goTo, readAddress } from './address.ts';
import { announce } from './announce.ts';
import type { ElementProps } from './define-element.ts';
import { followProduct, isElsewhere } from './follow-product.ts';
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.ts';
import { hasResults } from './results-on-page.ts';
import { type Found, type Offer, type Option, type OptionGroup, toGroups } from './search-options.ts';
import { toOptionId } from './search-popup.tsx';
import { emptyState, parseState, type ResultsState, toStateUrl } from './url-state.ts';
import { useQuestions } from './use-questions.ts';

export function useBox(element: ElementProps) {
	const { host, texts, read, language } = element;
	const [text, setText] = useQueryText(element.address);
	const [found, setFound] = useState<Found>();
	const [isOpen, setOpen] = useState(false);
	const [active, setActive] = useState(-1);
	const [recent, setRecent] = useState<readonly string[]>([]);
	useActiveInView(host, active);
	const offer = readOffer(read);
	const ask = useQuestions({ element, offer, text }, setFound);
	const groups = text.trim() === '' ? toRecentGroups(recent) : found === undefined ? [] : toGroups(found, offer);
	const optionCount = groups.flatMap((group) => group.options).length;

	const close = () => {
		setOpen(false);
		setActive(-1);
	};
	const open = () => {
		setRecent(readRecentSearches(host));
		if (text.trim() !== '' && found?.text !== text.trim()) ask(text.trim());
		setOpen(true);
	};
	const search = (query: string, values: ResultsState['values'] = {}) => {
		const wanted = query.trim();
		addRecentSearch(host, wanted);
		setText(wanted);
		close();
		if (announce(host, 'vitrine-search', { query: wanted, values }))
			visit(element, { ...emptyState, query: wanted, values });
	};
	return {
		...{ text, groups, isOpen, active, close, open, search },
		hasNothing: text.trim() !== '' && found?.text === text.trim() && groups.length === 0,
		summary: found === undefined ? '' : fillCount(texts.resultCount, found.answer.total_found, language),
		type(value: string) {
			setText(value);
			setActive(-1);
			setOpen(true);
			if (value.trim() === '') setFound(undefined);
			else ask(value.trim());
		},
		clear() {
			setText('');
			setFound(undefined);
			host.shadowRoot?.querySelector('input')?.focus();
		},
		forget() {
			clearRecentSearches();
			setRecent([]);
		},
		submit(event: Event) {
			event.preventDefault();
			search(text);
		},
		toHref(option: Option): string | undefined {
			const state = toTarget(option, text.trim());
			if (option.kind === 'product') return toSafeUrl(option.item.link);
			return state === undefined ? undefined : toStateUrl(read('results-url') || readAddress(), state);
		},
		choose(event: MouseEvent, option: Option) {
			if (option.kind === 'product') {
				const showing = { position: option.position, query: found?.text, queryId: found?.answer.query_id };
				addRecentSearch(host, text.trim());
				followProduct(event, element, { item: option.item, showing });
				// The page may go on without being loaded again.
				if (!isElsewhere(event)) close();
				return;
			}
			if (isElsewhere(event)) return;
			event.preventDefault();
			const state = toTarget(option, text.trim());
			if (state !== undefined) search(state.query, state.values);
		},
		press(event: KeyboardEvent) {
			const press = readKey(event, isOpen, active);
			if (press === undefined) return;
			event.preventDefault();
			if (press === 'open') open();
			else if (press === 'close') close();
			else if (press === 'choose') host.shadowRoot?.getElementById(toOptionId(active))?.click();
			else setActive(moveActive(active, press, optionCount));
		},
	};
}

/** What is typed, or what the address says when that changes; whatever else changes in it leaves alone what is being typed. */
function useQueryText(address: string) {
	const { query } = parseState(new URL(address).search);
	const [text, setText] = useState(query);
	useLayoutEffect(() => setText(query), [query]);
	return [text, setText] as const;
}

/** The list scrolls, and the page where the list does not fit into it. */
function useActiveInView(host: HTMLElement, active: number): void {
	useLayoutEffect(() => {
		host.shadowRoot?.getElementById(toOptionId(active))?.scrollIntoView({ block: 'nearest' });
	}, [host, active]);
}

type Press = 'open' | 'close' | 'choose' | 1 | -1;

/** What a key does to the list; undefined: it belongs to the text. Keys that compose a character are none of ours. */
function readKey({ key, isComposing }: KeyboardEvent, isOpen: boolean, active: number): Press | undefined {
	if (isComposing) return undefined;
	if (key === 'ArrowDown' || key === 'ArrowUp') return isOpen ? (key === 'ArrowDown' ? 1 : -1) : 'open';
	if (key === 'Escape' && isOpen) return 'close';
	return key === 'Enter' && isOpen && active >= 0 ? 'choose' : undefined;
}

/** Where a line of the list leads; undefined for a product, which has an address of its own. */
function toTarget(option: Option, text: string): ResultsState | undefined {
	if (option.kind === 'product') return undefined;
	if (option.kind !== 'category') return { ...emptyState, query: option.text };
	return { ...emptyState, query: text, values: { [option.field]: [option.key] } };
}

/** Through all options, and once back to the text itself. */
function moveActive(active: number, step: number, count: number): number {
	const next = active + step;
	if (next >= count) return -1;
	return next < -1 ? count - 1 : next;
}

function toRecentGroups(recent: readonly string[]): readonly OptionGroup[] {
	if (recent.length === 0) return [];
	return [{ kind: 'recent', options: recent.map((text) => ({ kind: 'recent', text })) }];
}

function readOffer(read: ElementProps['read']): Offer {
	const toCount = (attribute: string, usual: number) => {
		const count = Number.parseInt(read(attribute), 10);
		return Number.isNaN(count) ? usual : Math.min(20, Math.max(1, count));
	};
	return {
		productCount: toCount('products', 6),
		suggestionCount: toCount('suggestions', 6),
		categoryField: read('category-field') || 'categories',
	};
}

/** To the page of results; on that page itself, without loading it again. */
function visit({ host, read }: ElementProps, state: ResultsState): void {
	const address = toStateUrl(read('results-url') || readAddress(), state);
	const isHere = new URL(address).pathname === location.pathname && new URL(address).origin === location.origin;
	if (isHere && hasResults()) goTo(host, address);
	else if (read('results-url') !== '' && announce(host, 'vitrine-navigate', { url: address })) location.assign(address);
}
