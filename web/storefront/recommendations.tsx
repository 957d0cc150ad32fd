/** `<vitrine-recommendations widget="…">`: what a widget recommends for this page, in a row that scrolls. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createPriceFormat } from '../ui/price.ts';
import { cardStyles, productStyles } from './card-styles.ts';
import { defineElement, type ElementProps } from './define-element.ts';
import { ProductCard } from './product-card.tsx';
import { recommend } from './recommend.ts';
import { emptyState, toStateUrl } from './url-state.ts';
import type { WidgetAnswer } from './wire.ts';

const styles = `${productStyles}${cardStyles}
.head { display: flex; gap: var(--gap); align-items: center; justify-content: space-between; margin-block-end: 12px; }
h2 { font-size: 1.25em; line-height: 1.3; }
.arrows { display: flex; gap: 8px; }
.arrows button { inline-size: 40px; block-size: 40px; padding: 0; border-radius: 50%; }
.arrows svg { display: block; margin: auto; }
.arrows:dir(rtl) svg { transform: scaleX(-1); }
.row {
	display: grid; grid-auto-flow: column; grid-auto-columns: var(--vitrine-card-width, clamp(132px, max(24%, min(40%, 200px)), 240px));
	gap: var(--gap); padding: 4px; margin: -4px; overflow-x: auto; scroll-snap-type: x proximity;
	scroll-padding-inline: 4px; scrollbar-width: thin; overscroll-behavior-x: contain;
}
.row > li { scroll-snap-align: start; min-inline-size: 0; }
@media (prefers-reduced-motion: no-preference) { .row { scroll-behavior: smooth; } }
`;

const Recommendations: FunctionComponent<ElementProps> = (element) => {
	const { texts, language, read } = element;
	const widget = read('widget');
	const answer = useAnswer(element, widget);
	const row = useRef<HTMLUListElement>(null);
	// The shop's page keeps its heading and its space to itself where nothing is recommended.
	if (answer === undefined || answer.results.length === 0) return null;
	const formatPrice = createPriceFormat(language, read('currency') || answer.currency?.code);
	const title = read('heading') || answer.title;
	const move = (direction: 1 | -1) => {
		const list = row.current;
		if (list === null) return;
		const sign = getComputedStyle(list).direction === 'rtl' ? -direction : direction;
		list.scrollBy({ left: sign * list.clientWidth * 0.8 });
	};
	return (
		<section aria-label={title} part="recommendations">
			<div class="head" part="head">
				<h2 part="heading" dir="auto">
					{title}
				</h2>
				<div class="arrows" part="arrows">
					<ArrowButton label={texts.previous} path="m11 3-5 5 5 5" onPress={() => move(-1)} />
					<ArrowButton label={texts.next} path="m5 3 5 5-5 5" onPress={() => move(1)} />
				</div>
			</div>
			<ul class="row" part="list" ref={row}>
				{answer.results.map((item, index) => (
					<li key={item.dfid}>
						<ProductCard
							element={{ ...element, formatPrice }}
							item={item}
							showing={{ position: index + 1, widgetId: widget }}
						/>
					</li>
				))}
			</ul>
		</section>
	);
};

interface ArrowProps {
	readonly label: string;
	readonly path: string;
	readonly onPress: () => void;
}

const ArrowButton: FunctionComponent<ArrowProps> = ({ label, path, onPress }) => (
	<button type="button" class="button" part="arrow" aria-label={label} onClick={onPress}>
		<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
			<path
				d={path}
				fill="none"
				stroke="currentColor"
				stroke-width="2"
				stroke-linecap="round"
				stroke-linejoin="round"
			/>
		</svg>
	</button>
);

/**
 * Asks again when an attribute changes, or the address but for what results keep in it; an answer to an earlier question is
 * dropped.
 */
function useAnswer(element: ElementProps, widget: string): WidgetAnswer | undefined {
	const { host, server, engine, language, read } = element;
	const [answer, setAnswer] = useState<WidgetAnswer>();
	const cart = read('cart-items');
	const pageUrl = read('current-url') || element.address;
	const latestUrl = useRef(pageUrl);
	latestUrl.current = pageUrl;
	const { origin, pathname, search } = new URL(toStateUrl(pageUrl, emptyState));
	const pageKey = origin + pathname + search;
	useEffect(() => {
		if (widget === '') return;
		const abort = new AbortController();
		const cartItems = cart.split(/[\s,]+/).filter(Boolean);
		const question = { widgetId: widget, pageUrl: latestUrl.current, language, cartItems };
		recommend({ host, server, engine }, question, abort.signal).then(setAnswer, (error) => {
			if (!abort.signal.aborted) console.warn('vitrine: no recommendations', error);
		});
		return () => abort.abort();
	}, [host, server, engine, widget, cart, pageKey, language]);
	return answer;
}

export function defineRecommendations(): void {
	defineElement({
		name: 'vitrine-recommendations',
		view: Recommendations,
		styles,
		asksByAddress: true,
		attributes: ['widget', 'heading', 'cart', 'cart-items', 'current-url'],
	});
}
