/** An import under way, and what came of it. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { VitrineError } from '../../../../client/vitrine-error.ts';
import { Confirmation } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { callApi } from '../../../shell/call-api.ts';
import { PageLink, useUnsavedGuard } from '../../../shell/router.tsx';
import { useSignal } from '../../../shell/signal.ts';
import { useLocale } from '../../../shell/texts.tsx';
import { useSaving } from '../../../shell/use-saving.ts';
import { toApiPath, toIndexPath } from '../index-paths.ts';
import { itemChanged } from '../item-changes.ts';
import { FeedError } from './feed-entry.ts';
import { RefusedTable } from './refused-table.tsx';
import { type ImportPhase, type ImportPlan, type ImportRun, type ImportState, losesMost } from './run-import.ts';

export interface ImportProgressProps {
	readonly run: ImportRun;
	readonly onRestart: (plan: ImportPlan) => void;
	readonly onOther: () => void;
}

const openPhases: readonly ImportPhase[] = ['sending', 'paused', 'review', 'replacing'];

export const ImportProgress: FunctionComponent<ImportProgressProps> = ({ run, onRestart, onOther }) => {
	const { texts } = useLocale();
	const { importing } = texts.catalogue;
	const state = useSignal(run.state);
	const isOpen = openPhases.includes(state.phase);
	useUnsavedGuard(isOpen, importing.leave);
	useEffect(() => {
		if (!isOpen) itemChanged();
	}, [isOpen]);
	return (
		<>
			<section class="card stack">
				<h2 dir="auto">{run.plan.file.name}</h2>
				<Figures state={state} fileBytes={run.plan.file.size} />
				{isOpen && <Controls run={run} phase={state.phase} />}
			</section>
			{state.phase === 'review' && <Review run={run} state={state} />}
			{!isOpen && <Outcome run={run} state={state} onRestart={onRestart} onOther={onOther} />}
			{state.refusedCount > 0 && <RefusedTable state={state} isTable={run.plan.format.kind === 'csv'} />}
		</>
	);
};

const Figures: FunctionComponent<{ readonly state: ImportState; readonly fileBytes: number }> = ({
	state,
	fileBytes,
}) => {
	const { texts, number, percent } = useLocale();
	const { importing } = texts.catalogue;
	const { written, refusedCount, leftOutCount, activeMs, bytesRead, phase } = state;
	const isOpen = openPhases.includes(phase);
	const share = phase === 'done' ? 1 : Math.min(1, bytesRead / Math.max(1, fileBytes));
	const rate = activeMs < 1 ? 0 : written / (activeMs / 1000);
	const leftMs = share === 0 ? undefined : (activeMs / share) * (1 - share);
	const figures = [
		{ label: importing.written, value: number(written) },
		{ label: importing.refused, value: number(refusedCount) },
		...(leftOutCount === 0 ? [] : [{ label: importing.notForShoppers, value: number(leftOutCount) }]),
		{ label: importing.rate, value: number(rate, { maximumFractionDigits: 0 }) },
		isOpen
			? { label: importing.left, value: leftMs === undefined ? '–' : toClock(leftMs) }
			: { label: importing.took, value: toClock(activeMs) },
	];
	return (
		<>
			<div class="row">
				<progress class="grow" max={1} value={share} aria-label={importing.progress} />
				<span>{percent(share)}</span>
			</div>
			<p role="status">{importing.phases[phase]}</p>
			<div class="cards">
				{figures.map(({ label, value }) => (
					<div key={label} class="figure">
						<span class="muted">{label}</span>
						<span class="value">{value}</span>
					</div>
				))}
			</div>
		</>
	);
};

/** Minutes and seconds. */
function toClock(durationMs: number): string {
	const seconds = Math.ceil(durationMs / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const Controls: FunctionComponent<{ readonly run: ImportRun; readonly phase: ImportPhase }> = ({ run, phase }) => {
	const { texts } = useLocale();
	const { importing } = texts.catalogue;
	if (phase === 'replacing' || phase === 'review') return null;
	return (
		<div class="actions">
			<button type="button" class="button danger" onClick={run.cancel}>
				{importing.cancel}
			</button>
			{phase === 'paused' ? (
				<button type="button" class="button strong" onClick={run.resume}>
					{importing.resume}
				</button>
			) : (
				<button type="button" class="button" onClick={run.pause}>
					{importing.pause}
				</button>
			)}
		</div>
	);
};

const Review: FunctionComponent<{ readonly run: ImportRun; readonly state: ImportState }> = ({ run, state }) => {
	const { texts, fill, number } = useLocale();
	const { importing, temporary } = texts.catalogue;
	const { itemCount = state.written, refusedCount } = state;
	const { liveCount, target } = run.plan;
	const [isAsked, setAsked] = useState(false);
	const values = { written: number(itemCount), refused: number(refusedCount), live: number(liveCount) };
	return (
		<Notice kind="warning">
			<strong>{importing.review}</strong>
			<p>{fill(importing.reviewHint, values)}</p>
			<span class="row">
				<button
					type="button"
					class="button strong"
					onClick={() => (losesMost(state, liveCount) ? setAsked(true) : run.accept())}
				>
					{importing.accept}
				</button>
				<button type="button" class="button danger" onClick={run.cancel}>
					{importing.discard}
				</button>
			</span>
			{isAsked && (
				<Confirmation
					title={temporary.replace}
					text={fill(temporary.replaceHint, { live: values.live, items: values.written })}
					word={target.name}
					wordText={fill(texts.shell.typeToConfirm, { word: target.name })}
					confirmText={importing.accept}
					cancelText={texts.shell.cancel}
					onConfirm={run.accept}
					onCancel={() => setAsked(false)}
				/>
			)}
		</Notice>
	);
};

interface OutcomeProps extends ImportProgressProps {
	readonly state: ImportState;
}

const Outcome: FunctionComponent<OutcomeProps> = ({ run, state, onRestart, onOther }) => {
	const { texts, fill, fillCount } = useLocale();
	const { importing } = texts.catalogue;
	const { target, replaces } = run.plan;
	const { phase, error, written, itemCount, repeatedCount, madeIdCount } = state;
	const cancelled = replaces ? importing.cancelled : fillCount(importing.cancelledLive, written);
	return (
		<Notice kind={phase === 'failed' ? 'error' : phase === 'done' ? 'done' : 'info'}>
			{phase === 'done' && (
				<strong>{itemCount === undefined ? importing.phases.done : fillCount(importing.done, itemCount)}</strong>
			)}
			{phase === 'done' && repeatedCount > 0 && <p>{fillCount(importing.repeated, repeatedCount)}</p>}
			{phase === 'done' && madeIdCount > 0 && <p>{fillCount(importing.madeIds, madeIdCount)}</p>}
			{phase === 'cancelled' && <strong>{cancelled}</strong>}
			{phase === 'failed' && (
				<>
					<strong>{importing.failed}</strong>
					<p>{toReason(state, importing)}</p>
				</>
			)}
			<span class="row">
				{phase === 'done' && (
					<PageLink class="button strong" to={toIndexPath(target.name)} query={{ engine: target.hashid }}>
						{fill(importing.toItems, { name: target.name })}
					</PageLink>
				)}
				{error instanceof VitrineError && error.code === 'too_many_temporary' && (
					<DiscardAndRestart plan={run.plan} onRestart={onRestart} />
				)}
				{phase !== 'done' && (
					<button type="button" class="button" onClick={() => onRestart(run.plan)}>
						{importing.again}
					</button>
				)}
				<button type="button" class="button" onClick={onOther}>
					{importing.otherFile}
				</button>
			</span>
		</Notice>
	);
};

interface FailureTexts {
	readonly faults: Readonly<Record<FeedError['reason'], string>>;
	readonly nothingWritten: string;
}

function toReason({ error, written, refusedCount }: ImportState, texts: FailureTexts): string {
	if (error instanceof FeedError) return texts.faults[error.reason];
	if (written === 0 && refusedCount > 0) return texts.nothingWritten;
	return error instanceof Error ? error.message : String(error);
}

interface DiscardProps {
	readonly plan: ImportPlan;
	readonly onRestart: (plan: ImportPlan) => void;
}

/** For the temporary index of an import that nobody has ended. */
const DiscardAndRestart: FunctionComponent<DiscardProps> = ({ plan, onRestart }) => {
	const { texts } = useLocale();
	const saving = useSaving(texts.catalogue.deleted);
	const discard = async () => {
		const path = `${toApiPath(plan.target)}/temp`;
		if (await saving.save(() => callApi(path, { method: 'DELETE' }))) onRestart(plan);
	};
	return (
		<>
			<button type="button" class="button danger" disabled={saving.isSaving} onClick={() => void discard()}>
				{texts.catalogue.importing.discardOld}
			</button>
			{saving.message !== undefined && <span class="problem">{saving.message}</span>}
		</>
	);
};
