/** The facets of an answer. A field's own filter does not narrow down its values, so several can be chosen. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { createPriceFormat } from '../../../ui/price.ts';
import type { Engine } from '../../shell/engines.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { changeFilter, type Filters, type FilterValue } from './search-state.ts';
import { toFieldName } from './to-field-name.ts';
import type { Bounds, Bucket, Facet } from './wire.ts';

export interface FacetListProps {
	readonly engine: Engine;
	readonly facets: Readonly<Record<string, Facet>>;
	readonly filters: Filters;
}

export const FacetList: FunctionComponent<FacetListProps> = ({ engine, facets, filters }) => {
	const { texts } = useLocale();
	const router = useRouter();
	const change = (field: string) => (value: FilterValue | undefined) => changeFilter(router, filters, [field, value]);
	return (
		<div class="preview-facets">
			{Object.keys(filters).length > 0 && (
				<button
					type="button"
					class="button small"
					onClick={() => router.changeQuery({ filter: undefined, page: undefined })}
				>
					{texts.preview.clearFilters}
				</button>
			)}
			{Object.entries(facets).map(([field, facet]) => {
				const isNamed = facet.label !== '' && facet.label !== field;
				const label = isNamed ? facet.label : toFieldName(field, texts);
				const props = { field, facet, chosen: filters[field], onChange: change(field), label };
				return facet._type === 'range' ? (
					<RangeFacet key={`${field} ${JSON.stringify(filters[field])}`} {...props} engine={engine} />
				) : (
					<TermFacet key={field} {...props} />
				);
			})}
		</div>
	);
};

interface FacetProps {
	readonly field: string;
	readonly label: string;
	readonly facet: Facet;
	readonly chosen: FilterValue | undefined;
	readonly onChange: (value: FilterValue | undefined) => void;
}

const shortCount = 6;

const TermFacet: FunctionComponent<FacetProps> = ({ field, label, facet, chosen, onChange }) => {
	const { texts, number } = useLocale();
	const [isLong, setLong] = useState(false);
	const values: readonly string[] = isList(chosen) ? chosen : [];
	const buckets = listBuckets(facet, values);
	if (buckets.length === 0) return null;
	return (
		<fieldset>
			<legend dir="auto" title={field}>
				{label}
			</legend>
			<ul>
				{buckets.slice(0, isLong ? undefined : Math.max(shortCount, values.length)).map(({ key, doc_count: count }) => (
					<li key={key}>
						<label class="check">
							<input
								type="checkbox"
								checked={values.includes(key)}
								onChange={({ currentTarget }) =>
									onChange(currentTarget.checked ? [...values, key] : values.filter((value) => value !== key))
								}
							/>
							<span dir="auto">{key.split(/\s*>\s*/).join(' › ')}</span>
							<span class="muted">{number(count)}</span>
						</label>
					</li>
				))}
			</ul>
			{buckets.length > shortCount && (
				<button type="button" class="link" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
					{isLong ? texts.preview.less : texts.preview.more}
					<span class="hidden"> {label}</span>
				</button>
			)}
		</fieldset>
	);
};

function isList(value: FilterValue | undefined): value is readonly string[] {
	return Array.isArray(value);
}

/** Chosen values come first: they may be none of the most frequent. Of a hierarchy, the nodes of all open levels. */
function listBuckets({ terms, hierarchy, selected }: Facet, chosen: readonly string[]): readonly Bucket[] {
	const listed = hierarchy?.levels.flatMap(({ buckets }) => buckets) ?? terms?.buckets ?? [];
	const known = [...listed, ...(selected?.buckets ?? [])];
	const others = chosen.filter((key) => !listed.some((bucket) => bucket.key === key));
	const countOf = (key: string) => known.find((bucket) => bucket.key === key)?.doc_count ?? 0;
	return [...others.map((key) => ({ key, doc_count: countOf(key) })), ...listed];
}

const RangeFacet: FunctionComponent<FacetProps & { readonly engine: Engine }> = (props) => {
	const { field, label, facet, chosen, onChange, engine } = props;
	const { texts, language, number } = useLocale();
	const bounds: Bounds = chosen === undefined || isList(chosen) ? {} : chosen;
	const [least, setLeast] = useState(toText(bounds.gte));
	const [most, setMost] = useState(toText(bounds.lte));
	const { min, max } = facet.range ?? {};
	if (typeof min !== 'number' || typeof max !== 'number') return null;
	const format = field.includes('price') ? createPriceFormat(language, engine.currency ?? undefined) : number;
	const apply = () => onChange(toBounds(least, most));
	const inputs = [
		{ name: texts.preview.least, value: least, set: setLeast },
		{ name: texts.preview.most, value: most, set: setMost },
	];
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				apply();
			}}
		>
			<fieldset>
				<legend dir="auto" title={field}>
					{label}
				</legend>
				<p class="hint">
					{format(min)} – {format(max)}
				</p>
				<div class="preview-range">
					{inputs.map(({ name, value, set }) => (
						<label key={name} class="field">
							<span class="hint">{name}</span>
							<input
								type="number"
								step="any"
								value={value}
								aria-label={`${label}: ${name}`}
								onInput={({ currentTarget }) => set(currentTarget.value)}
							/>
						</label>
					))}
				</div>
				<button type="submit" class="button small">
					{texts.preview.applyRange}
					<span class="hidden"> {label}</span>
				</button>
			</fieldset>
		</form>
	);
};

function toText(bound: number | undefined): string {
	return bound === undefined ? '' : String(bound);
}

function toBounds(least: string, most: string): Bounds {
	const bounds = { gte: least, lte: most };
	const given = Object.entries(bounds).filter(([, text]) => text.trim() !== '' && Number.isFinite(Number(text)));
	return Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
}
