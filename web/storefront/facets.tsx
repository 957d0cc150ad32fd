/** Filters beside the results. A field's own filter does not narrow down its values, so several can be chosen. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { readChosen, setRange, setValues, toggleValue } from './change-state.ts';
import type { ElementProps } from './define-element.ts';
import { isPriceField, toFacetLabel, toPathText } from './facet-label.ts';
import { RangeFilter } from './range-filter.tsx';
import type { ResultsState } from './url-state.ts';
import type { Bucket, Facet, HierarchyLevel } from './wire.ts';

export interface FacetProps {
	readonly element: ElementProps;
	readonly state: ResultsState;
	readonly onChange: (state: ResultsState) => void;
}

interface OneFacetProps extends FacetProps {
	readonly field: string;
	readonly facet: Facet;
	readonly label: string;
}

export const Facets: FunctionComponent<FacetProps & { readonly facets: Readonly<Record<string, Facet>> }> = ({
	facets,
	...props
}) => {
	const entries = Object.entries(facets).filter(([, { visible }]) => visible !== false);
	return (
		<>
			{entries.map(([field, facet]) => {
				const label = toFacetLabel(field, facet.label, props.element.texts);
				const one = { ...props, field, facet, label };
				if (facet._type === 'range') return <RangeFacet key={field} {...one} />;
				if (facet.hierarchy !== undefined) return <TreeFacet key={field} {...one} levels={facet.hierarchy.levels} />;
				return <TermFacet key={field} {...one} />;
			})}
		</>
	);
};

const shortCount = 8;

const TermFacet: FunctionComponent<OneFacetProps> = ({ element, state, onChange, field, facet, label }) => {
	const { texts, language } = element;
	const [isLong, setLong] = useState(false);
	const chosen = readChosen(state, field);
	const buckets = withChosen(facet, chosen);
	if (buckets.length === 0) return null;
	const shown = isLong ? buckets : buckets.slice(0, Math.max(shortCount, chosen.length));
	const count = new Intl.NumberFormat(language);
	return (
		<fieldset class="facet" part="facet">
			<legend part="facet-name">{label}</legend>
			<ul>
				{shown.map(({ key, doc_count: hits }) => (
					<li key={key}>
						<label part="facet-value">
							<input
								type="checkbox"
								checked={chosen.includes(key)}
								onChange={() => onChange(toggleValue(state, field, key))}
							/>
							<span dir="auto">{toPathText(key)}</span>
							<span class="count">{count.format(hits)}</span>
						</label>
					</li>
				))}
			</ul>
			{buckets.length > shortCount && (
				<button type="button" class="link" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
					{isLong ? texts.showFewer : texts.showMore}
					<span class="hidden"> {label}</span>
				</button>
			)}
		</fieldset>
	);
};

/** Chosen values come first: they may be none of the most frequent. */
function withChosen({ terms, selected }: Facet, chosen: readonly string[]): readonly Bucket[] {
	const buckets = terms?.buckets ?? [];
	const countOf = (key: string) =>
		[...buckets, ...(selected?.buckets ?? [])].find((bucket) => bucket.key === key)?.doc_count ?? 0;
	const isListed = (key: string) => buckets.some((bucket) => bucket.key === key);
	const others = chosen.filter((key) => !isListed(key));
	return [...others.map((key) => ({ key, doc_count: countOf(key) })), ...buckets];
}

const TreeFacet: FunctionComponent<OneFacetProps & { readonly levels: readonly HierarchyLevel[] }> = (props) => {
	if ((props.levels[0]?.buckets.length ?? 0) === 0) return null;
	return (
		<nav class="facet tree" part="facet" aria-label={props.label}>
			<div class="name" part="facet-name">
				{props.label}
			</div>
			<TreeLevel {...props} parent={null} />
		</nav>
	);
};

const TreeLevel: FunctionComponent<
	OneFacetProps & { readonly levels: readonly HierarchyLevel[]; readonly parent: string | null }
> = (props) => {
	const { levels, parent, state, field, onChange, element } = props;
	const level = levels.find((one) => one.parent === parent);
	if (level === undefined) return null;
	const [chosen] = readChosen(state, field);
	const count = new Intl.NumberFormat(element.language);
	return (
		<ul>
			{level.buckets.map(({ key, name, doc_count: hits }) => (
				<li key={key}>
					<button
						type="button"
						part="facet-value"
						aria-pressed={key === chosen}
						onClick={() => onChange(setValues(state, field, key === chosen ? [] : [key]))}
					>
						<span dir="auto">{name}</span>
						<span class="count">{count.format(hits)}</span>
					</button>
					<TreeLevel {...props} parent={key} />
				</li>
			))}
		</ul>
	);
};

const RangeFacet: FunctionComponent<OneFacetProps> = ({ element, state, onChange, field, facet, label }) => {
	const { min, max } = facet.range ?? {};
	if (typeof min !== 'number' || typeof max !== 'number' || max <= min) return null;
	const number = new Intl.NumberFormat(element.language);
	const chosen = Object.hasOwn(state.ranges, field) ? state.ranges[field] : undefined;
	return (
		<RangeFilter
			{...{ label, min, max }}
			texts={element.texts}
			from={chosen?.from}
			to={chosen?.to}
			format={isPriceField(field) ? element.formatPrice : (amount) => number.format(amount)}
			onChange={(range) => onChange(setRange(state, field, range))}
		/>
	);
};
