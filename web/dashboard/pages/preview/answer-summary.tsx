/** How many results, which way of matching answered, and what was understood and corrected. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useValueText } from './describe-value.ts';
import type { SearchState } from './search-state.ts';
import type { SearchAnswer, UnderstoodPart } from './wire.ts';

export interface AnswerSummaryProps {
	readonly answer: SearchAnswer;
	readonly state: SearchState;
}

export const AnswerSummary: FunctionComponent<AnswerSummaryProps> = ({ answer, state }) => {
	const { texts, fill, fillCount } = useLocale();
	const { changeQuery } = useRouter();
	const { corrected_query: corrected, understood = [] } = answer;
	return (
		<div class="stack tight">
			<div class="row" role="status">
				<strong class="preview-count">{fillCount(texts.preview.found, answer.total_found)}</strong>
				{state.query !== '' && answer.total_found > 0 && (
					<>
						<span class="muted">{fillCount(texts.preview.strict, answer.total_strict)}</span>
						<span class="tag">
							{fill(texts.preview.answeredBy, { attempt: texts.preview.attempts[answer.query_name] })}
						</span>
					</>
				)}
			</div>
			{corrected !== undefined && (
				<p class="row">
					<span>{fill(texts.preview.corrected, { query: corrected })}</span>
					<button type="button" class="link" onClick={() => changeQuery({ query: corrected, page: undefined })}>
						{texts.preview.searchThat}
					</button>
				</p>
			)}
			{answer.query_truncated && <p class="muted">{texts.preview.truncated}</p>}
			{understood.length > 0 && (
				<div class="row">
					<span class="muted" id="preview-understood">
						{texts.preview.understood}
					</span>
					<ul class="row" aria-labelledby="preview-understood">
						{understood.map((part) => (
							<li key={part.text}>
								<PartChip part={part} query={state.query} />
							</li>
						))}
					</ul>
				</div>
			)}
		</div>
	);
};

const PartChip: FunctionComponent<{ readonly part: UnderstoodPart; readonly query: string }> = ({ part, query }) => {
	const { texts, fill } = useLocale();
	const { changeQuery } = useRouter();
	const toValueText = useValueText();
	const kind = texts.preview.understoodKinds[part.kind];
	const effect = part.strict ? texts.preview.understoodAsFilter : texts.preview.understoodAsPreference;
	return (
		<span class="tag preview-part">
			<strong dir="auto">{part.text}</strong>
			<span class="muted">
				{kind}: {part.field} {toValueText(part.value)} · {effect}
			</span>
			<button
				type="button"
				class="quiet"
				aria-label={fill(texts.preview.dropPart, { part: part.text })}
				onClick={() => changeQuery({ query: dropPart(query, part.text), page: undefined })}
			>
				<Icon name="close" size={14} />
			</button>
		</span>
	);
};

/** A search for the text without the words of a part is the same search without that part. */
function dropPart(query: string, part: string): string {
	return query.replace(part, ' ').replaceAll(/\s+/g, ' ').trim();
}
