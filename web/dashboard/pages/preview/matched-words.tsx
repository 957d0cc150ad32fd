/** The words of the query that an item has, in which form and where, and those that it lacks. */
import type { FunctionComponent } from 'preact';
import { DataTable } from '../../../ui/data-table.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useScoreFormat } from './score-parts.tsx';
import { toFieldName } from './to-field-name.ts';
import type { ExplainedDocument, MatchedWord } from './wire.ts';

export interface MatchedWordsProps {
	readonly document: ExplainedDocument | undefined;
}

export const MatchedWords: FunctionComponent<MatchedWordsProps> = ({ document }) => {
	const { texts, fill } = useLocale();
	const format = useScoreFormat();
	if (document === undefined || document.words.length + document.missing.length === 0) return null;
	const { words, missing } = document;
	return (
		<div class="stack tight">
			<h4>{texts.preview.words}</h4>
			{words.length > 0 && (
				<DataTable
					caption={texts.preview.words}
					rows={words}
					toKey={({ word, form, text }) => `${word} ${form} ${text}`}
					columns={[
						{ name: 'word', title: texts.preview.word, render: ({ word }) => <bdi>{word}</bdi> },
						{ name: 'form', title: texts.preview.foundAs, render: (word) => <FoundAs word={word} /> },
						{
							name: 'fields',
							title: texts.preview.fields,
							render: ({ fields }) => fields.map((field) => toFieldName(field, texts)).join(', '),
						},
						{
							name: 'score',
							title: texts.preview.wordScore,
							isNumber: true,
							sortBy: ({ score }) => score,
							render: ({ score }) => format(score),
						},
					]}
				/>
			)}
			{missing.length > 0 && <p>{fill(texts.preview.missingWords, { words: missing.join(', ') })}</p>}
		</div>
	);
};

const FoundAs: FunctionComponent<{ readonly word: MatchedWord }> = ({ word: { text, form, position } }) => {
	const { texts } = useLocale();
	const positions = { naming: texts.preview.names, leading: texts.preview.leads };
	return (
		<span class="row">
			<bdi>{text}</bdi>
			<span class="tag">{texts.preview.forms[form]}</span>
			{position !== undefined && <span class="tag good">{positions[position]}</span>}
		</span>
	);
};
