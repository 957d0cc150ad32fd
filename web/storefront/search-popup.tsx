/** The list under the search box: groups of options, as the combobox pattern of the ARIA Authoring Practices has them. */
import type { FunctionComponent } from 'preact';
import { toFieldText } from '../ui/field-text.ts';
import { readPrices } from '../ui/price.ts';
import { ProductPicture } from '../ui/product-picture.tsx';
import type { ElementProps } from './define-element.ts';
import { toPathText } from './facet-label.ts';
import type { Option, OptionGroup } from './search-options.ts';
import type { Texts } from './texts/texts.ts';

export interface PopupProps {
	readonly element: ElementProps;
	readonly groups: readonly OptionGroup[];
	/** The position of the chosen option among all; −1: none. */
	readonly active: number;
	readonly toHref: (option: Option) => string | undefined;
	readonly onChoose: (event: MouseEvent, option: Option) => void;
}

const names: Readonly<Record<Option['kind'], keyof Texts & string>> = {
	recent: 'recentSearches',
	suggestion: 'suggestions',
	category: 'categories',
	product: 'products',
};

export const toOptionId = (at: number): string => `option-${at}`;

export const SearchPopup: FunctionComponent<PopupProps> = (props) => {
	const { groups, element } = props;
	let next = 0;
	const numbered = groups.map((group) => {
		const first = next;
		next += group.options.length;
		return { ...group, first };
	});
	const words = numbered.filter(({ kind }) => kind !== 'product');
	const products = numbered.filter(({ kind }) => kind === 'product');
	const columns = [words, products].filter((column) => column.length > 0);
	return (
		<div
			class={columns.length === 2 ? 'columns two' : 'columns'}
			role="listbox"
			id="options"
			part="listbox"
			aria-label={element.texts.suggestions}
		>
			{columns.map((column) => (
				<div key={column[0]?.kind} role="presentation">
					{column.map(({ kind, options, first }) => (
						// biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
						<div class="group" role="group" aria-labelledby={`name-${kind}`} key={kind} part={`group group-${kind}`}>
							<div class="name" id={`name-${kind}`} part="group-name">
								{String(element.texts[names[kind]])}
							</div>
							{options.map((option, index) => (
								<OptionLine {...props} key={first + index} option={option} at={first + index} />
							))}
						</div>
					))}
				</div>
			))}
		</div>
	);
};

interface OptionProps extends PopupProps {
	readonly option: Option;
	readonly at: number;
}

const OptionLine: FunctionComponent<OptionProps> = ({ element, option, at, active, toHref, onChoose }) => (
	<a
		class="option"
		role="option"
		part="option"
		id={toOptionId(at)}
		tabIndex={-1}
		aria-selected={at === active}
		href={toHref(option)}
		onClick={(event) => onChoose(event, option)}
	>
		<OptionFace element={element} option={option} />
	</a>
);

const OptionFace: FunctionComponent<Pick<OptionProps, 'element' | 'option'>> = ({ element, option }) => {
	if (option.kind === 'product') {
		const prices = readPrices(option.item);
		return (
			<>
				<span class="frame">
					<ProductPicture address={option.item.image_link} size={48} />
				</span>
				<span class="words">
					<span class="title" dir="auto">
						{toFieldText(option.item.title)}
					</span>
					{prices !== undefined && <span class="price">{element.formatPrice(prices.now)}</span>}
				</span>
			</>
		);
	}
	if (option.kind === 'category') {
		return (
			<>
				<span dir="auto">{toPathText(option.key)}</span>
				<span class="count">{option.count}</span>
			</>
		);
	}
	return <span dir="auto">{option.text}</span>;
};
