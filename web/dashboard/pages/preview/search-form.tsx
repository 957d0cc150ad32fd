/** What is searched for, and how. All of it is in the address. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { SearchState } from './search-state.ts';
import { useTypedQuery } from './use-typed-query.ts';

/** Shorter than the pause between two words, longer than that between two letters. */
const typingPauseMs = 140;

export interface SearchFormProps {
	readonly engine: Engine;
	readonly state: SearchState;
}

export const SearchForm: FunctionComponent<SearchFormProps> = ({ engine, state }) => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	const { text, type } = useTypedQuery('query', typingPauseMs);
	const change = (name: string) => (value: string) => changeQuery({ [name]: value, page: undefined });
	return (
		<search class="card stack">
			<Field label={texts.preview.query} hint={texts.preview.queryHint}>
				<input
					type="search"
					dir="auto"
					value={text}
					autocomplete="off"
					spellcheck={false}
					maxLength={1000}
					onInput={({ currentTarget }) => type(currentTarget.value)}
				/>
			</Field>
			<Suggestions engine={engine} state={state} />
			<div class="preview-fields">
				<SortField sort={state.sort} onChange={change('sort')} />
				<AttemptField attempt={state.attempt} onChange={change('attempt')} />
				{(engine.indices?.length ?? 0) > 1 && (
					<Field label={texts.preview.index}>
						<select value={state.index} onChange={({ currentTarget }) => change('index')(currentTarget.value)}>
							<option value="">{texts.preview.allIndices}</option>
							{engine.indices?.map(({ name }) => (
								<option key={name} value={name}>
									{name}
								</option>
							))}
						</select>
					</Field>
				)}
			</div>
			<Options state={state} onChange={change} />
		</search>
	);
};

interface ChoiceProps {
	readonly onChange: (value: string) => void;
}

const SortField: FunctionComponent<ChoiceProps & { readonly sort: string }> = ({ sort, onChange }) => {
	const { texts } = useLocale();
	const sorts = [
		['', texts.preview.sorts.score],
		['best_price:asc', texts.preview.sorts.priceUp],
		['best_price:desc', texts.preview.sorts.priceDown],
		['title:asc', texts.preview.sorts.title],
	] as const;
	const isKnown = sorts.some(([value]) => value === sort);
	return (
		<Field label={texts.preview.sort}>
			<select value={sort} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
				{[...sorts, ...(isKnown ? [] : [[sort, sort] as const])].map(([value, name]) => (
					<option key={value} value={value}>
						{name}
					</option>
				))}
			</select>
		</Field>
	);
};

const AttemptField: FunctionComponent<ChoiceProps & { readonly attempt: string }> = ({ attempt, onChange }) => {
	const { texts } = useLocale();
	const { automatic, ...names } = texts.preview.attempts;
	return (
		<Field label={texts.preview.attempt}>
			<select value={attempt} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
				<option value="">{automatic}</option>
				{Object.entries(names).map(([value, name]) => (
					<option key={value} value={value}>
						{name}
					</option>
				))}
			</select>
		</Field>
	);
};

interface OptionsProps {
	readonly state: SearchState;
	readonly onChange: (name: string) => (value: string) => void;
}

const Options: FunctionComponent<OptionsProps> = ({ state, onChange }) => {
	const { texts } = useLocale();
	return (
		<details class="preview-options">
			<summary>{texts.preview.options}</summary>
			<div class="stack">
				<label class="check">
					<input
						type="checkbox"
						checked={state.hasUnderstanding}
						onChange={({ currentTarget }) => onChange('understanding')(currentTarget.checked ? '' : 'no')}
					/>
					{texts.preview.understanding}
				</label>
				<label class="check">
					<input
						type="checkbox"
						checked={state.hasAutoFilters}
						onChange={({ currentTarget }) => onChange('auto_filters')(currentTarget.checked ? 'yes' : '')}
					/>
					{texts.preview.autoFilters}
				</label>
				<Field label={texts.preview.session} hint={texts.preview.sessionHint}>
					<input
						value={state.session}
						autocomplete="off"
						maxLength={32}
						onChange={({ currentTarget }) => onChange('session')(currentTarget.value)}
					/>
				</Field>
			</div>
		</details>
	);
};

/** What the search box of the shop offers for this text. An engine whose suggestions are off answers with a refusal. */
const Suggestions: FunctionComponent<SearchFormProps> = ({ engine, state: { query } }) => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	const path = toPath`/search_engines/${engine.hashid}/_suggest`;
	const { value = [] } = useLoaded(
		(signal) => callApi<readonly string[]>(path, { query: { query, stats: false }, signal }),
		query.trim() === '' ? undefined : query,
		{ isKept: true },
	);
	if (query.trim() === '' || value.length === 0) return null;
	return (
		<fieldset class="preview-suggestions">
			<legend>{texts.preview.suggestions}</legend>
			<ul class="row">
				{value.map((suggestion) => (
					<li key={suggestion}>
						<button
							type="button"
							class="tag"
							dir="auto"
							onClick={() => changeQuery({ query: suggestion, page: undefined })}
						>
							{suggestion}
						</button>
					</li>
				))}
			</ul>
		</fieldset>
	);
};
