/** Whether learning helps: shoppers vote by their clicks on lists of both rankings. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { type Loaded, useLoaded } from '../../shell/use-loaded.ts';
import type { SectionProps } from './settings-rules.ts';
import { type ComparedWins, comparedActions, type InterleavingReport } from './wire.ts';

export const Interleaving: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const { hashid } = engine;
	const report = useLoaded(
		(signal) => callApi<InterleavingReport>(toPath`/search_engines/${hashid}/interleaving`, { signal }),
		`${hashid} ${draft.saved.interleaving}`,
	);
	const t = texts.settings.ranking;
	return (
		<section class="card stack">
			<div>
				<h2>{t.interleavingTitle}</h2>
				<p class="muted">{t.interleavingHint}</p>
			</div>
			<div>
				<StartButton
					isOn={draft.saved.interleaving}
					isDisabled={isReadOnly || draft.saving.isSaving}
					report={report}
					onSwitch={(interleaving) => void draft.saveNow({ interleaving })}
				/>
			</div>
			<WhenLoaded loaded={report} area="search_settings">
				{(value) => <Report report={value} />}
			</WhenLoaded>
		</section>
	);
};

interface StartButtonProps {
	readonly isOn: boolean;
	readonly isDisabled: boolean;
	readonly report: Loaded<InterleavingReport>;
	readonly onSwitch: (isOn: boolean) => void;
}

/** Another comparison begins from nothing, so that the numbers of the one before are gone: that has to be typed. */
const StartButton: FunctionComponent<StartButtonProps> = ({ isOn, isDisabled, report, onSwitch }) => {
	const { texts, fill } = useLocale();
	const [isAsking, setAsking] = useState(false);
	const t = texts.settings.ranking;
	const hasCounts = (report.value?.searches ?? 0) > 0;
	return (
		<>
			<button
				type="button"
				class={isOn ? 'button' : 'button strong'}
				disabled={isDisabled || report.value === undefined}
				onClick={() => (isOn || !hasCounts ? onSwitch(!isOn) : setAsking(true))}
			>
				{isOn ? t.stop : t.start}
			</button>
			{isAsking && (
				<Confirmation
					title={t.restartTitle}
					text={t.restartText}
					word={t.restartWord}
					wordText={fill(texts.shell.typeToConfirm, { word: t.restartWord })}
					confirmText={t.start}
					cancelText={texts.shell.cancel}
					onCancel={() => setAsking(false)}
					onConfirm={() => {
						setAsking(false);
						onSwitch(true);
					}}
				/>
			)}
		</>
	);
};

interface Row {
	readonly name: (typeof comparedActions)[number];
	readonly wins: ComparedWins;
}

const Report: FunctionComponent<{ readonly report: InterleavingReport }> = ({ report }) => {
	const { texts, fill, number, percent, date } = useLocale();
	const t = texts.settings.ranking;
	if (report.since === null) return <p class="muted">{t.never}</p>;
	const rows = comparedActions.map((name): Row => ({ name, wins: report[name] }));
	const columns: readonly Column<Row>[] = [
		{ name: 'action', title: t.action, render: ({ name }) => t.actions[name] },
		{ name: 'learned', title: t.learnedWins, isNumber: true, render: ({ wins }) => number(wins.learned_wins) },
		{ name: 'plain', title: t.plainWins, isNumber: true, render: ({ wins }) => number(wins.plain_wins) },
		{ name: 'ties', title: t.ties, isNumber: true, render: ({ wins }) => number(wins.ties) },
		{ name: 'share', title: t.learnedShare, isNumber: true, render: ({ wins }) => percent(wins.learned_share) },
		{
			name: 'interval',
			title: t.interval,
			isNumber: true,
			render: ({ wins }) => (wins.low === null ? '–' : `${percent(wins.low)} – ${percent(wins.high)}`),
		},
		{ name: 'verdict', title: t.verdict, render: ({ wins }) => t.verdicts[wins.verdict] },
	];
	const counts = { since: date(report.since), searches: number(report.searches), shoppers: number(report.shoppers) };
	return (
		<>
			<p>
				<span class={report.state === 'on' ? 'tag good' : 'tag'}>{t.states[report.state]}</span> {fill(t.since, counts)}
			</p>
			<DataTable caption={t.interleavingTitle} columns={columns} rows={rows} toKey={({ name }) => name} />
			<p class="hint">{t.confidence}</p>
		</>
	);
};
