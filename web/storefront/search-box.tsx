/** `<vitrine-search engine="…">`: a search box with suggestions, categories and products as the shopper types. */
import type { FunctionComponent } from 'preact';
import { fill } from '../ui/fill-text.ts';
import { productStyles } from './card-styles.ts';
import { defineElement, type ElementProps } from './define-element.ts';
import { SearchPopup, toOptionId } from './search-popup.tsx';
import { searchStyles } from './search-styles.ts';
import { useBox } from './use-box.ts';

const SearchBox: FunctionComponent<ElementProps> = (element) => {
	const { host, texts, read } = element;
	const box = useBox(element);
	const { text, groups, isOpen, active } = box;
	const isShown = isOpen && (groups.length > 0 || box.hasNothing);
	const label = read('label') || texts.search;
	return (
		<search
			onFocusOut={(event) => {
				if (!(event.relatedTarget instanceof Node) || !host.shadowRoot?.contains(event.relatedTarget)) box.close();
			}}
		>
			<form part="form">
				<input
					type="text"
					inputMode="search"
					name="q"
					part="input"
					role="combobox"
					aria-label={label}
					aria-autocomplete="list"
					aria-expanded={isShown && groups.length > 0}
					aria-controls="options"
					aria-activedescendant={active >= 0 ? toOptionId(active) : undefined}
					autocomplete="off"
					autocapitalize="off"
					spellcheck={false}
					enterkeyhint="search"
					maxLength={200}
					dir="auto"
					placeholder={read('placeholder') || label}
					value={text}
					onInput={(event) => box.type(event.currentTarget.value)}
					onFocus={box.open}
					onClick={box.open}
					onKeyDown={box.press}
				/>
				{text !== '' && (
					<button type="button" class="round" part="clear" aria-label={texts.clear} onClick={box.clear}>
						<Icon path="m4 4 8 8m0-8-8 8" />
					</button>
				)}
				{/* The key does this, too. A frame may forbid forms to be sent, but no clicks. */}
				<button type="submit" class="round" part="submit" aria-label={texts.search} onClick={box.submit}>
					<Icon path="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />
				</button>
			</form>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the text field keeps the focus, also in browsers that give none to buttons */}
			<div class="popup" part="popup" hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
				<SearchPopup {...{ element, groups, active, toHref: box.toHref, onChoose: box.choose }} />
				<PopupFoot {...{ element, box }} />
			</div>
			<span class="hidden" role="status">
				{isShown ? box.summary : ''}
			</span>
		</search>
	);
};

const Icon: FunctionComponent<{ readonly path: string }> = ({ path }) => (
	<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
		<path
			d={path}
			fill="none"
			stroke="currentColor"
			stroke-width="1.8"
			stroke-linecap="round"
			stroke-linejoin="round"
		/>
	</svg>
);

type Box = ReturnType<typeof useBox>;

const PopupFoot: FunctionComponent<{ readonly element: ElementProps; readonly box: Box }> = ({ element, box }) => {
	const { texts } = element;
	if (box.hasNothing) return <p class="nothing">{fill(texts.noSuggestions, { query: box.text })}</p>;
	const isRecent = box.groups[0]?.kind === 'recent';
	return (
		<div class="foot">
			<button type="button" class="link" part="all" onClick={isRecent ? box.forget : () => box.search(box.text)}>
				{isRecent ? texts.clearRecent : texts.allResults}
			</button>
		</div>
	);
};

export function defineSearch(): void {
	defineElement({
		name: 'vitrine-search',
		view: SearchBox,
		styles: productStyles + searchStyles,
		asksByAddress: false,
		attributes: ['label', 'placeholder', 'results-url', 'products', 'suggestions', 'category-field'],
	});
}
