/** What puts other results before an item: the factors that differ, the greatest difference first. */
import type { FunctionComponent } from 'preact';
import { DataTable } from '../../../ui/data-table.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useScoreFormat } from './score-parts.tsx';
import type { Comparison } from './wire.ts';

export const ComparedResults: FunctionComponent<{ readonly compared: readonly Comparison[] }> = ({ compared }) => {
	const { texts } = useLocale();
	if (compared.length === 0) return null;
	return (
		<div class="stack tight">
			<h4>{texts.preview.ahead}</h4>
			{compared.map((other) => (
				<ComparedResult key={other.id} other={other} />
			))}
		</div>
	);
};

const ComparedResult: FunctionComponent<{ readonly other: Comparison }> = ({ other }) => {
	const { texts, fill, number } = useLocale();
	const format = useScoreFormat();
	const { rank = 0, title, id, tiers, factors } = other;
	const rankText = fill(texts.preview.rankOf, { rank: number(rank) });
	const caption = fill(texts.preview.aheadHint, { rank: number(rank), title: title || id });
	return (
		<>
			<p class="hint">{caption}</p>
			{tiers.map((tier) => (
				<p key={tier}>{texts.preview.tiers[tier]}</p>
			))}
			{factors.length > 0 && (
				<DataTable
					caption={caption}
					rows={factors}
					toKey={({ name }) => name}
					columns={[
						{ name: 'part', title: texts.preview.part, render: ({ name }) => texts.preview.factors[name] },
						{ name: 'own', title: texts.preview.thisOne, isNumber: true, render: ({ own }) => format(own) },
						{ name: 'other', title: rankText, isNumber: true, render: (factor) => format(factor.other) },
						{
							name: 'ratio',
							title: texts.preview.ratio,
							isNumber: true,
							render: ({ ratio }) => `× ${format(ratio)}`,
						},
					]}
				/>
			)}
		</>
	);
};
