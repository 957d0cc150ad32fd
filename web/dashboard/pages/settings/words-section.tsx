/** Words that need not be there, and words that are values of fields. */
import type { FunctionComponent } from 'preact';
import { useLocale } from '../../shell/texts.tsx';
import { useSearchCounts } from './search-counts.ts';
import type { SectionProps } from './settings-rules.ts';
import { TextList } from './text-list.tsx';
import { useFields } from './use-fields.ts';

/** Between single words. */
export const wordSeparator = /[\s,;]+/;
const nameSeparator = /[,\n]/;

export const WordsSection: FunctionComponent<SectionProps> = (props) => (
	<>
		<StopWords {...props} />
		<AutoFilters {...props} />
	</>
);

const StopWords: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const t = texts.settings.words;
	return (
		<section class="card stack">
			<div>
				<h2>{t.stopWords}</h2>
				<p class="muted">{t.stopWordsHint}</p>
			</div>
			<TextList
				label={t.addStopWords}
				hint={t.severalWords}
				texts={draft.current.stop_words}
				isReadOnly={isReadOnly}
				separator={wordSeparator}
				onChange={(words) => draft.edit({ stop_words: words })}
				findProblem={(index) => draft.saving.findProblem(`stop_words.${index}`)}
				countSearches={useSearchCounts(engine.hashid)}
			/>
		</section>
	);
};

const AutoFilters: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const fields = useFields(engine);
	const t = texts.settings.words;
	const { auto_filter_fields: names } = draft.current;
	return (
		<section class="card stack">
			<div>
				<h2>{t.autoFilters}</h2>
				<p class="muted">{t.autoFiltersHint}</p>
			</div>
			<fieldset>
				<legend class="label">{t.whichFields}</legend>
				<label class="check">
					<input
						type="radio"
						name="auto-filters"
						checked={names === null}
						disabled={isReadOnly}
						onChange={() => draft.edit({ auto_filter_fields: null })}
					/>
					{t.usualFields}
				</label>
				<label class="check">
					<input
						type="radio"
						name="auto-filters"
						checked={names !== null}
						disabled={isReadOnly}
						onChange={() => draft.edit({ auto_filter_fields: draft.saved.auto_filter_fields ?? [] })}
					/>
					{t.theseFields}
				</label>
			</fieldset>
			{names !== null && (
				<TextList
					label={t.addField}
					hint={t.addFieldHint}
					texts={names}
					isReadOnly={isReadOnly}
					separator={nameSeparator}
					onChange={(next) => draft.edit({ auto_filter_fields: next })}
					findProblem={(index) => draft.saving.findProblem(`auto_filter_fields.${index}`)}
					offered={fields.filter(({ filterable }) => filterable).map(({ name }) => name)}
				/>
			)}
		</section>
	);
};
