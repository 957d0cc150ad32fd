/** A result as shops show it: picture, brand, title with the words that were found, price; and the way to its reasons. */
import type { FunctionComponent } from 'preact';
import { toFieldText } from '../../../ui/field-text.ts';
import { createPriceFormat, readPrices } from '../../../ui/price.ts';
import type { Engine } from '../../shell/engines.tsx';
import { FramedPicture } from '../../shell/framed-picture.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { highlightTags } from './search-state.ts';
import type { Item } from './wire.ts';

export interface ResultCardProps {
	readonly engine: Engine;
	readonly item: Item;
	readonly rank: number;
	readonly onExplain: () => void;
}

export const ResultCard: FunctionComponent<ResultCardProps> = ({ engine, item, rank, onExplain }) => {
	const { texts, fill } = useLocale();
	const title = toFieldText(item.title) || texts.preview.noTitle;
	const brand = toFieldText(item.brand);
	return (
		<article class="preview-card">
			<span class="preview-frame picture-frame">
				<FramedPicture address={item.image_link} size={40} />
				<span class="preview-rank">
					<span class="hidden">{fill(texts.preview.rank, { rank })}</span>
					<span aria-hidden="true">{rank}</span>
				</span>
			</span>
			{brand !== '' && (
				<span class="preview-brand" dir="auto">
					{brand}
				</span>
			)}
			<h3 class="preview-title" dir="auto">
				<HighlightedTitle item={item} title={title} />
			</h3>
			<PriceLine engine={engine} item={item} />
			<button type="button" class="button small" onClick={onExplain}>
				<span aria-hidden="true">{texts.preview.why}</span>
				<span class="hidden">{fill(texts.preview.whyOf, { title })}</span>
			</button>
		</article>
	);
};

export const PriceLine: FunctionComponent<{ readonly engine: Engine; readonly item: Item }> = ({ engine, item }) => {
	const { texts, language } = useLocale();
	const prices = readPrices(item);
	const format = createPriceFormat(language, engine.currency ?? undefined);
	return (
		<span class="preview-prices">
			{prices !== undefined && <strong>{format(prices.now)}</strong>}
			{prices?.before !== undefined && <s class="muted">{format(prices.before)}</s>}
			{item.availability === 'out of stock' && <span class="tag warning">{texts.preview.outOfStock}</span>}
		</span>
	);
};

/** The server puts signs around what was found, which become elements here: titles are text, never HTML. */
const HighlightedTitle: FunctionComponent<{ readonly item: Item; readonly title: string }> = ({ item, title }) => {
	const highlighted = item._highlight?.title?.value;
	if (typeof highlighted !== 'string' || highlighted === '') return <>{title}</>;
	const [start, end] = highlightTags;
	const [before = '', ...found] = highlighted.split(start);
	return (
		<>
			{before}
			{found.map((part, index) => {
				const [word = '', ...rest] = part.split(end);
				return (
					<>
						<em key={index}>{word}</em>
						{rest.join('')}
					</>
				);
			})}
		</>
	);
};
