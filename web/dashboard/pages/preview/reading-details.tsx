/** How a search was read: its words and their forms, what was tried, which settings applied, and how long it took. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Engine } from '../../shell/engines.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useScoreFormat } from './score-parts.tsx';
import type { SearchState } from './search-state.ts';
import { useExplanation } from './use-explanation.ts';
import type { AppliedSettings, Explanation, Reading, ReadWord } from './wire.ts';

export interface ReadingDetailsProps {
	readonly engine: Engine;
	readonly state: SearchState;
}

export const ReadingDetails: FunctionComponent<ReadingDetailsProps> = ({ engine, state }) => {
	const { texts } = useLocale();
	const [isOpen, setOpen] = useState(false);
	const explanation = useExplanation({ engine, state, item: '', isWanted: isOpen });
	return (
		<details class="card preview-reading" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>{texts.preview.reading}</summary>
			{isOpen && (
				<WhenLoaded loaded={explanation} area="search_settings">
					{(value) => <ReadingParts explanation={value} />}
				</WhenLoaded>
			)}
		</details>
	);
};

const ReadingParts: FunctionComponent<{ readonly explanation: Explanation }> = ({ explanation }) => {
	const { texts } = useLocale();
	const { text, readings, settings, times } = explanation;
	return (
		<div class="stack">
			{text.words.length > 0 && <WordTable words={text.words} />}
			<div class="columns">
				<div class="stack tight">
					<h3>{texts.preview.tried}</h3>
					<ol class="stack tight">
						{readings.map((reading, index) => (
							<TriedReading key={index} reading={reading} />
						))}
					</ol>
				</div>
				<div class="stack tight">
					<h3>{texts.preview.applied}</h3>
					<AppliedList settings={settings} />
				</div>
				<div class="stack tight">
					<h3>{texts.preview.times}</h3>
					<Times times={times} />
				</div>
			</div>
		</div>
	);
};

const WordTable: FunctionComponent<{ readonly words: readonly ReadWord[] }> = ({ words }) => {
	const { texts, number, percent } = useLocale();
	const format = useScoreFormat();
	return (
		<DataTable
			caption={texts.preview.readingWords}
			rows={words}
			toKey={(word) => `${words.indexOf(word)}`}
			columns={[
				{ name: 'word', title: texts.preview.word, render: (word) => <WordName word={word} /> },
				{ name: 'forms', title: texts.preview.foundAs, render: ({ forms }) => <FormList forms={forms} /> },
				{ name: 'items', title: texts.preview.items, isNumber: true, render: ({ count }) => number(count) },
				{ name: 'rarity', title: texts.preview.rarity, isNumber: true, render: ({ rarity }) => format(rarity) },
				{ name: 'share', title: texts.preview.share, isNumber: true, render: ({ share }) => percent(share) },
			]}
		/>
	);
};

const WordName: FunctionComponent<{ readonly word: ReadWord }> = ({ word }) => {
	const { texts } = useLocale();
	return (
		<span class="row">
			<strong dir="auto">{word.text}</strong>
			{word.names_thing && <span class="tag good">{texts.preview.names}</span>}
			{word.optional && <span class="tag">{texts.preview.stopWord}</span>}
			{word.doubted && <span class="tag warning">{texts.preview.doubted}</span>}
		</span>
	);
};

const FormList: FunctionComponent<{ readonly forms: ReadWord['forms'] }> = ({ forms }) => {
	const { texts, number } = useLocale();
	if (forms.length === 0) return <span class="muted">{texts.preview.noForms}</span>;
	return (
		<ul class="row">
			{forms.map(({ form, text, count }) => (
				<li key={`${form} ${text}`} class="tag">
					<bdi>{text}</bdi>
					<span class="muted">
						{texts.preview.forms[form]} · {number(count)}
					</span>
				</li>
			))}
		</ul>
	);
};

const TriedReading: FunctionComponent<{ readonly reading: Reading }> = ({ reading: { text, attempts, steps } }) => {
	const { texts, fill, fillCount, percent } = useLocale();
	const tried = attempts.map(({ query_name: name, found }) => {
		const forms = texts.preview.triedAttempt;
		return fill(fillCount(forms, found), { attempt: texts.preview.attempts[name] });
	});
	const wider = steps.map(({ share, found }) =>
		fill(fillCount(texts.preview.triedStep, found), { share: percent(share) }),
	);
	return (
		<li class="stack tight">
			{text.trim() !== '' && <q dir="auto">{text.trim()}</q>}
			<ul>
				{[...tried, ...wider].map((line, index) => (
					<li key={index}>{line}</li>
				))}
			</ul>
		</li>
	);
};

const AppliedList: FunctionComponent<{ readonly settings: AppliedSettings }> = ({ settings }) => {
	const { texts, fill, fillCount, percent, number } = useLocale();
	const { preview } = texts;
	const { learning_strength: strength, in_stock_only: indices, popularity } = settings;
	const lines = [
		fillCount(preview.appliedSynonyms, settings.synonyms),
		strength > 0 ? fill(preview.appliedLearning, { strength: percent(strength) }) : preview.appliedNoLearning,
		settings.interleaved && preview.appliedInterleaved,
		settings.out_of_stock_last && preview.appliedStockLast,
		indices.length > 0 && fill(preview.appliedInStockOnly, { indices: indices.join(', ') }),
		settings.grouping && preview.appliedGrouping,
		...popularity.map(({ field, weight }) => fill(preview.appliedPopularity, { field, weight: number(weight) })),
	];
	return <ul>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>;
};

const Times: FunctionComponent<{ readonly times: Explanation['times'] }> = ({ times }) => {
	const { texts } = useLocale();
	const format = useScoreFormat();
	return (
		<dl class="pairs">
			{times.map(({ phase, ms }) => (
				<>
					<dt key={phase}>{texts.preview.phases[phase]}</dt>
					<dd>{`${format(ms)} ms`}</dd>
				</>
			))}
		</dl>
	);
};
