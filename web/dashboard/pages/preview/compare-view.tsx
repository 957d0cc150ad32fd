/** Saved settings beside a draft of them: what moves, for one query or for many. */
import type { FunctionComponent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../../shell/api-error.ts';
import { type ApiAnswer, callForAnswer, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { useRouter, useUnsavedGuard } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { ComparedQueries } from './compared-queries.tsx';
import { readDraft, type Settings, toDraft } from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import { QueryList } from './query-list.tsx';
import { SaveDraft } from './save-draft.tsx';
import { useComparison } from './use-comparison.ts';
import { useTypedQuery } from './use-typed-query.ts';

export interface CompareViewProps {
	readonly engine: Engine;
}

export const CompareView: FunctionComponent<CompareViewProps> = ({ engine }) => {
	const path = toPath`/search_engines/${engine.hashid}/search_settings`;
	const stored = useLoaded((signal) => callForAnswer<Settings>(path, { signal }), engine.hashid);
	return (
		<WhenLoaded loaded={stored} area="search_settings">
			{(answer) => <Comparison engine={engine} stored={answer} onStored={stored.replace} />}
		</WhenLoaded>
	);
};

interface ComparisonProps extends CompareViewProps {
	readonly stored: ApiAnswer<Settings>;
	readonly onStored: (answer: ApiAnswer<Settings>) => void;
}

const queriesMax = 50;
const typingPauseMs = 300;

const Comparison: FunctionComponent<ComparisonProps> = ({ engine, stored, onStored }) => {
	const { texts, fillCount } = useLocale();
	const { query: address } = useRouter();
	const [draft, setDraft] = useState(() => toDraft(stored.value));
	const { change, lines } = useMemo(() => readDraft(draft, stored.value), [draft, stored.value]);
	const isChanged = Object.keys(change).length > 0 || lines.problem !== undefined;
	useUnsavedGuard(isChanged, texts.shell.unsaved);
	const typed = useTypedQuery('query', typingPauseMs);
	const queries = readQueries(typed.text);
	const excess = queries.length - queriesMax;
	// A rule that is being typed has no effect before it is one.
	const compared = useComparison(engine, queries.slice(0, queriesMax), change);
	return (
		<div class="preview-compare">
			<div class="stack">
				<DraftForm {...{ draft, change, lines }} error={compared.error} onChange={setDraft} />
				<SaveDraft
					{...{ engine, stored, change, isChanged, onStored }}
					isValid={lines.problem === undefined}
					onReset={(settings) => setDraft(toDraft(settings))}
				/>
			</div>
			<div class="stack">
				<QueryList
					engine={engine}
					text={typed.text}
					problem={excess > 0 ? fillCount(texts.preview.tooManyQueries, excess) : undefined}
					onChange={typed.type}
				/>
				{queries.length === 0 ? (
					<EmptyState icon="search" title={texts.preview.noQueries} hint={texts.preview.noQueriesHint} />
				) : (
					<WhenLoaded
						loaded={hasFieldProblem(compared.error) ? { ...compared, error: undefined } : compared}
						area="search_settings"
					>
						{(value) => <ComparedQueries engine={engine} compared={value} shown={address.get('shown')} />}
					</WhenLoaded>
				)}
			</div>
		</div>
	);
};

/** One in each line, each once. */
function readQueries(text: string): readonly string[] {
	const lines = text.split('\n').map((line) => line.trim());
	return [...new Set(lines.filter(Boolean))];
}

/** A draft that the server refuses says why beside its fields; the comparison before stays. */
function hasFieldProblem(error: unknown): boolean {
	return error instanceof ApiError && error.problems.some(({ name }) => name.startsWith('settings.'));
}
