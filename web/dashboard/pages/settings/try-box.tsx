/** A search as shoppers would get it, before and after what is not saved yet. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { toFieldText } from '../../../ui/field-text.ts';
import { ApiError } from '../../shell/api-error.ts';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { Loading } from '../../shell/page-states.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { type Loaded, useLoaded } from '../../shell/use-loaded.ts';
import { useFrequentSearches } from './search-counts.ts';
import type { SettingsChange, TrialAnswer, TrialHit } from './wire.ts';

const hitsShown = 10;
const quickTriesShown = 6;
/** A hit that was further down comes from below, and is not new. */
const hitsCompared = 50;
const typingPauseMs = 300;

export interface TryBoxProps {
	readonly engine: Engine;
	readonly change: SettingsChange | undefined;
}

export const TryBox: FunctionComponent<TryBoxProps> = ({ engine, change }) => {
	const { texts } = useLocale();
	const { query, changeQuery } = useRouter();
	const asked = query.get('try') ?? '';
	const [typed, setTyped] = useState(asked);
	const t = texts.settings.tryIt;
	useEffect(() => {
		if (typed === asked) return;
		const timer = setTimeout(() => changeQuery({ try: typed }, true), typingPauseMs);
		return () => clearTimeout(timer);
	}, [typed, asked, changeQuery]);
	return (
		<section class="card stack try-box" aria-label={t.title}>
			<div>
				<h2>{t.title}</h2>
				<p class="muted">{t.hint}</p>
			</div>
			<Field label={t.query}>
				<input type="search" dir="auto" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
			</Field>
			{asked.trim() === '' ? (
				<QuickTries engine={engine} onChoose={setTyped} />
			) : (
				<Outcome engine={engine} change={change} asked={asked} />
			)}
		</section>
	);
};

interface QuickTriesProps {
	readonly engine: Engine;
	readonly onChoose: (query: string) => void;
}

/** What shoppers search for most is what a change should be tried on. */
const QuickTries: FunctionComponent<QuickTriesProps> = ({ engine, onChoose }) => {
	const { texts } = useLocale();
	const searches = useFrequentSearches(engine.hashid, quickTriesShown).filter(({ query }) => query !== '');
	if (searches.length === 0) return null;
	return (
		<div class="quick-tries">
			<span class="muted">{texts.settings.tryIt.frequent}</span>
			{searches.map(({ query }) => (
				<button key={query} type="button" class="button small" onClick={() => onChoose(query)}>
					<bdi>{query}</bdi>
				</button>
			))}
		</div>
	);
};

/** @param settings null asks nothing */
function useTrial(hashid: string, asked: string, settings: SettingsChange | null): Loaded<TrialAnswer> {
	const body = { queries: [asked], hits: hitsCompared, fields: ['title'], ...(settings && { settings }) };
	return useLoaded(
		(signal) =>
			callApi<TrialAnswer>(toPath`/search_engines/${hashid}/trial_searches`, {
				...{ method: 'POST', body, signal, isReading: true },
			}),
		settings === null ? undefined : JSON.stringify([hashid, body]),
	);
}

const Outcome: FunctionComponent<TryBoxProps & { readonly asked: string }> = ({ engine, change, asked }) => {
	const { texts } = useLocale();
	const before = useTrial(engine.hashid, asked, {});
	const changed = useTrial(engine.hashid, asked, change ?? null);
	const after = change === undefined ? before : changed;
	const error = after.error ?? before.error;
	if (error !== undefined) {
		return <p class="problem">{error instanceof ApiError ? error.message : texts.shell.failed}</p>;
	}
	const [now] = before.value?.results ?? [];
	const [then] = after.value?.results ?? [];
	if (now === undefined || then === undefined) return <Loading />;
	return <Comparison before={now} after={then} isChanged={change !== undefined} />;
};

type Result = TrialAnswer['results'][number];

interface ComparisonProps {
	readonly before: Result;
	readonly after: Result;
	readonly isChanged: boolean;
}

const Comparison: FunctionComponent<ComparisonProps> = ({ before, after, isChanged }) => {
	const { texts, fillCount } = useLocale();
	const t = texts.settings.tryIt;
	const [earlier, later] = [before.hits.map(toKey), after.hits.map(toKey)];
	const shown = after.hits.slice(0, hitsShown);
	const gone = before.hits.slice(0, hitsShown).filter((hit) => !later.includes(toKey(hit)));
	const isSame = isChanged && before.total_found === after.total_found && earlier.join('\n') === later.join('\n');
	return (
		<div class="stack tight" aria-live="polite">
			<p>
				<strong>{fillCount(t.found, after.total_found)}</strong>{' '}
				{isChanged && <span class="muted">{isSame ? t.same : fillCount(t.before, before.total_found)}</span>}
			</p>
			{shown.length === 0 && <p class="muted">{t.nothing}</p>}
			<ol class="trial-hits">
				{shown.map((hit, index) => (
					<li key={toKey(hit)}>
						<span class="rank muted">{index + 1}</span>
						<bdi>{toTitle(hit)}</bdi>
						{isChanged && <Movement from={earlier.indexOf(toKey(hit))} to={index} />}
					</li>
				))}
			</ol>
			{gone.length > 0 && (
				<>
					<h3>{t.gone}</h3>
					<ul class="trial-hits gone">
						{gone.map((hit) => (
							<li key={toKey(hit)}>
								<bdi>{toTitle(hit)}</bdi>
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
};

/** @param from its index before; -1 where it was not found */
const Movement: FunctionComponent<{ readonly from: number; readonly to: number }> = ({ from, to }) => {
	const { texts, fill, number } = useLocale();
	const t = texts.settings.tryIt;
	if (from < 0) return <span class="tag good">{t.new}</span>;
	if (from === to) return null;
	const count = number(Math.abs(from - to));
	const isUp = from > to;
	return (
		<span class={isUp ? 'tag good' : 'tag'}>
			<span aria-hidden="true">
				{isUp ? '↑' : '↓'} {count}
			</span>
			<span class="hidden">{fill(isUp ? t.up : t.down, { count })}</span>
		</span>
	);
};

function toKey({ index, id }: TrialHit): string {
	return `${index} ${id}`;
}

function toTitle({ id, item }: TrialHit): string {
	return toFieldText(item?.title) || id;
}
