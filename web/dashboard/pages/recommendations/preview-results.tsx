/** What a widget answers, with the signals behind each item, and how many candidates each rule dropped. */
import type { FunctionComponent } from 'preact';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { EmptyState } from '../../shell/page-states.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import type { WidgetKind } from './widget.ts';

export interface WidgetExplanation {
	readonly title: string;
	readonly searched: boolean;
	readonly fallback_action: WidgetKind | 'disabled' | 'none';
	readonly attempts: readonly Attempt[];
	readonly results: readonly ExplainedItem[];
}

interface Attempt {
	readonly kind: WidgetKind;
	readonly candidates: number;
	readonly allowed: number;
	readonly dropped: Readonly<Record<string, number>>;
}

interface ExplainedItem {
	readonly dfid: string;
	readonly id: string;
	readonly title: string;
	readonly image_link: string | null;
	readonly score: number;
	readonly boost: number;
	readonly pinned: boolean;
	readonly signals: readonly { readonly name: string; readonly share: number }[];
}

export interface PreviewResultsProps {
	readonly explanation: WidgetExplanation;
	readonly kind: WidgetKind;
}

export const PreviewResults: FunctionComponent<PreviewResultsProps> = ({ explanation, kind }) => {
	const { texts, fill } = useLocale();
	const { recommendations } = texts;
	const { results, attempts, fallback_action: action } = explanation;
	const fallback = action === 'disabled' || action === 'none' ? undefined : action;
	if (!explanation.searched) return <Notice kind="info">{recommendations.notSearched}</Notice>;
	return (
		<div class="stack" aria-live="polite">
			<h3 dir="auto">{explanation.title}</h3>
			{fallback !== undefined && (
				<p class="hint">
					{fill(recommendations.usedFallback, {
						kind: recommendations.kinds[kind],
						fallback: recommendations.kinds[fallback],
					})}
				</p>
			)}
			{results.length === 0 ? (
				<EmptyState
					icon="recommendations"
					title={recommendations.emptyPreview}
					hint={recommendations.emptyPreviewHint}
				/>
			) : (
				<ol class="shown-items">
					{results.map((item) => (
						<ShownItem key={item.dfid} item={item} />
					))}
				</ol>
			)}
			<Attempts attempts={attempts} />
		</div>
	);
};

const ShownItem: FunctionComponent<{ readonly item: ExplainedItem }> = ({ item }) => {
	const locale = useLocale();
	const { fill, number } = locale;
	const texts = locale.texts.recommendations;
	return (
		<li>
			<span class="picture">
				<ProductPicture address={item.image_link} size={72} />
			</span>
			<div class="stack tight">
				<strong dir="auto">{item.title || item.id}</strong>
				<span class="row">
					{item.pinned && <span class="tag">{texts.pinnedTag}</span>}
					{item.boost !== 1 && <span class="tag">{fill(texts.boosted, { factor: number(item.boost) })}</span>}
					<span class="hint">{fill(texts.score, { score: number(item.score, { maximumSignificantDigits: 3 }) })}</span>
				</span>
				<Signals item={item} />
			</div>
		</li>
	);
};

/** A bar for each signal, as long as its share. */
const Signals: FunctionComponent<{ readonly item: ExplainedItem }> = ({ item }) => {
	const locale = useLocale();
	return (
		<ul class="signals">
			{item.signals.map(({ name, share }, index) => (
				<li key={name}>
					<span class="hint">
						{toSignalText(locale, name)} {locale.percent(share)}
					</span>
					<span class={`bar series-${(index % 4) + 1}`} style={{ inlineSize: `${Math.max(2, share * 100)}%` }} />
				</li>
			))}
		</ul>
	);
};

function toSignalText({ texts }: Locale, name: string): string {
	const known: Readonly<Record<string, string>> = texts.recommendations.signals;
	return known[name] ?? name;
}

const Attempts: FunctionComponent<{ readonly attempts: readonly Attempt[] }> = ({ attempts }) => {
	const locale = useLocale();
	const { recommendations } = locale.texts;
	const reasons: Readonly<Record<string, string>> = recommendations.reasons;
	const columns: readonly Column<Attempt>[] = [
		{ name: 'kind', title: recommendations.kind, render: ({ kind }) => recommendations.kinds[kind] },
		{
			name: 'candidates',
			title: recommendations.candidates,
			isNumber: true,
			render: ({ candidates }) => locale.number(candidates),
		},
		{
			name: 'allowed',
			title: recommendations.allowed,
			isNumber: true,
			render: ({ allowed }) => locale.number(allowed),
		},
		{
			name: 'dropped',
			title: recommendations.dropped,
			render: ({ dropped }) =>
				Object.entries(dropped)
					.map(([reason, count]) => `${locale.number(count)} ${reasons[reason] ?? reason}`)
					.join(', ') || '–',
		},
	];
	return (
		<details open>
			<summary>{recommendations.steps}</summary>
			<DataTable caption={recommendations.steps} columns={columns} rows={attempts} toKey={({ kind }) => kind} />
		</details>
	);
};
