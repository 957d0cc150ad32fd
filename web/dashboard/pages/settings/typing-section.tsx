/** What becomes of typing errors. */
import type { FunctionComponent } from 'preact';
import { useLocale } from '../../shell/texts.tsx';
import { useSearchCounts } from './search-counts.ts';
import type { SectionProps } from './settings-rules.ts';
import { SwitchField } from './switch-field.tsx';
import { TextList } from './text-list.tsx';
import { wordSeparator } from './words-section.tsx';

export const TypingSection: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const countSearches = useSearchCounts(engine.hashid);
	const t = texts.settings.typing;
	const { current } = draft;
	return (
		<>
			<section class="card stack">
				<h2>{t.title}</h2>
				<SwitchField
					label={t.tolerance}
					hint={t.toleranceHint}
					isOn={current.typo_tolerance}
					isDisabled={isReadOnly}
					onChange={(isOn) => draft.edit({ typo_tolerance: isOn })}
				/>
				<SwitchField
					label={t.suggestions}
					hint={t.suggestionsHint}
					isOn={current.suggestions}
					isDisabled={isReadOnly}
					onChange={(isOn) => draft.edit({ suggestions: isOn })}
				/>
			</section>
			<section class="card stack">
				<div>
					<h2>{t.exactWords}</h2>
					<p class="muted">{t.exactWordsHint}</p>
				</div>
				<TextList
					label={t.addExactWords}
					hint={texts.settings.words.severalWords}
					texts={current.exact_words}
					isReadOnly={isReadOnly}
					separator={wordSeparator}
					onChange={(words) => draft.edit({ exact_words: words })}
					findProblem={(index) => draft.saving.findProblem(`exact_words.${index}`)}
					countSearches={countSearches}
				/>
			</section>
		</>
	);
};
