/** The score of a result as parts that add up, each with a bar, and what is behind them. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { useLocale } from '../../shell/texts.tsx';
import { listScoreSteps, type ScoreStep } from './score-steps.ts';
import type { ExplainedResult, Factor } from './wire.ts';

export interface ScorePartsProps {
	readonly result: ExplainedResult;
}

export const ScoreParts: FunctionComponent<ScorePartsProps> = ({ result }) => {
	const { texts, fill } = useLocale();
	const { factors, tiers, score } = result;
	const format = useScoreFormat();
	const unchanged = factors.filter(({ name, value }) => value === 1 && name !== 'words');
	return (
		<div class="stack tight">
			{tiers.map((tier) => (
				<p key={tier}>{texts.preview.tiers[tier]}</p>
			))}
			{factors.length === 0 ? (
				<Unscored result={result} />
			) : (
				<>
					<h4>{fill(texts.preview.score, { score: format(score) })}</h4>
					<p class="hint">{texts.preview.scoreHint}</p>
					<StepTable result={result} />
					{unchanged.length > 0 && (
						<p class="hint">
							{fill(texts.preview.unchanged, {
								parts: unchanged.map(({ name }) => texts.preview.factors[name]).join(', '),
							})}
						</p>
					)}
				</>
			)}
		</div>
	);
};

/** Three digits tell any two parts apart that matter. */
export function useScoreFormat(): (value: number) => string {
	const { number } = useLocale();
	return (value) => number(value, { maximumSignificantDigits: 3 });
}

const Unscored: FunctionComponent<ScorePartsProps> = ({ result: { sort } }) => {
	const { texts, fill } = useLocale();
	return (
		<>
			<p>{texts.preview.unscored}</p>
			<ul>
				{sort.map(({ field, value }) => (
					<li key={field}>{fill(texts.preview.sortedBy, { field, value: value.join(', ') })}</li>
				))}
			</ul>
		</>
	);
};

const StepTable: FunctionComponent<ScorePartsProps> = ({ result }) => {
	const { texts } = useLocale();
	const format = useScoreFormat();
	const id = useId();
	const steps = listScoreSteps(result.factors);
	const largest = Math.max(...steps.map(({ before, after }) => Math.max(before, after)), Number.MIN_VALUE);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
		<section class="table-frame" aria-labelledby={id} tabIndex={0}>
			<table class="preview-score">
				<caption id={id} class="hidden">
					{texts.preview.scoreTable}
				</caption>
				<thead>
					<tr>
						<th scope="col">{texts.preview.part}</th>
						<th scope="col" class="number">
							{texts.preview.factor}
						</th>
						<th scope="col" class="number">
							{texts.preview.adds}
						</th>
						<th scope="col">{texts.preview.bar}</th>
					</tr>
				</thead>
				<tbody>
					{steps.map((step) => (
						<StepRow key={step.name} step={step} largest={largest} result={result} />
					))}
				</tbody>
				<tfoot>
					<tr>
						<th scope="row" colSpan={2}>
							{texts.preview.total}
						</th>
						<td class="number">
							<strong>{format(result.score)}</strong>
						</td>
						<td />
					</tr>
				</tfoot>
			</table>
		</section>
	);
};

interface StepRowProps extends ScorePartsProps {
	readonly step: ScoreStep;
	readonly largest: number;
}

const StepRow: FunctionComponent<StepRowProps> = ({ step, largest, result }) => {
	const { texts } = useLocale();
	const format = useScoreFormat();
	const { name, factor, before, after } = step;
	const change = after - before;
	const isFirst = before === 0;
	return (
		<>
			<tr>
				<th scope="row">{texts.preview.factors[name]}</th>
				<td class="number">{isFirst ? '' : `× ${format(factor)}`}</td>
				<td class="number">{`${change < 0 ? '−' : '+'} ${format(Math.abs(change))}`}</td>
				<td>
					<span class="preview-bar" aria-hidden="true">
						<span
							class={change < 0 ? 'taken' : isFirst ? 'first' : 'added'}
							style={{
								insetInlineStart: `${(100 * Math.min(before, after)) / largest}%`,
								inlineSize: `${(100 * Math.abs(change)) / largest}%`,
							}}
						/>
					</span>
				</td>
			</tr>
			<FactorDetails name={name} result={result} />
		</>
	);
};

const FactorDetails: FunctionComponent<ScorePartsProps & { readonly name: Factor['name'] }> = ({ name, result }) => {
	const { texts, fill } = useLocale();
	const format = useScoreFormat();
	const { learned, popularity, title_compared: isCompared } = result;
	if (name === 'title') {
		const { parts } = result.factors.find((factor) => factor.name === name) ?? { parts: [] };
		const names = Object.entries(texts.preview.titleParts);
		const shown = parts.map((part) => {
			const text = names.find(([one]) => one === part.name)?.[1] ?? part.name;
			return `${text} ${part.value < 0 ? '−' : '+'} ${format(Math.abs(part.value))}`;
		});
		return <Detail text={isCompared ? shown.join(', ') : texts.preview.titleNotCompared} />;
	}
	if (name === 'learned' && learned !== undefined) {
		const { clicks, expected_clicks: expected, attraction } = learned;
		const values = { clicks: format(clicks), expected: format(expected), attraction: format(attraction) };
		return <Detail text={fill(texts.preview.learnedNumbers, values)} />;
	}
	if (name !== 'popularity') return null;
	const fields = popularity.map(({ field, value }) =>
		fill(texts.preview.sortedBy, { field, value: value.map(format).join(', ') }),
	);
	return <Detail text={fields.join('; ')} />;
};

const Detail: FunctionComponent<{ readonly text: string }> = ({ text }) =>
	text === '' ? null : (
		<tr class="preview-detail">
			<td colSpan={4}>{text}</td>
		</tr>
	);
