/** The queries that are compared: typed, or the top searches of the last 30 days. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callApi } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { toMessage } from '../../shell/use-saving.ts';

export interface QueryListProps {
	readonly engine: Engine;
	/** One query in each line. */
	readonly text: string;
	readonly problem: string | undefined;
	readonly onChange: (text: string) => void;
}

const dayMs = 86_400_000;
const topCount = 20;

export const QueryList: FunctionComponent<QueryListProps> = ({ engine, text, problem, onChange }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const [isLoading, setLoading] = useState(false);

	async function addTop(): Promise<void> {
		setLoading(true);
		try {
			const found = await readTopSearches(engine);
			if (found.length === 0) showToast({ kind: 'error', text: texts.preview.noTopSearches });
			const lines = [text.trim(), ...found].filter(Boolean).join('\n').split('\n');
			onChange([...new Set(lines)].join('\n'));
		} catch (error) {
			const { failed, notReached } = texts.shell;
			showToast({ kind: 'error', text: toMessage(error, { notReached, notSaved: failed }) ?? failed });
		} finally {
			setLoading(false);
		}
	}

	return (
		<div class="card stack">
			<Field label={texts.preview.queries} hint={texts.preview.queriesHint} problem={problem}>
				<textarea
					rows={3}
					dir="auto"
					spellcheck={false}
					value={text}
					onInput={({ currentTarget }) => onChange(currentTarget.value)}
				/>
			</Field>
			{mayRead(session, 'statistics') && (
				<div class="row">
					<button type="button" class="button" disabled={isLoading} onClick={() => void addTop()}>
						<Icon name="plus" size={16} />
						{texts.preview.topSearches}
					</button>
				</div>
			)}
		</div>
	);
};

async function readTopSearches({ hashid }: Engine): Promise<readonly string[]> {
	const nowMs = Date.now();
	const [from, to] = [nowMs - 30 * dayMs, nowMs].map((timeMs) => new Date(timeMs).toISOString().slice(0, 10));
	const query = { hashid: [hashid], from, to, limit: topCount };
	const report = await callApi<{ readonly results: readonly { readonly query: string }[] }>('/stats/searches/top', {
		query,
	});
	return report.results.map((row) => row.query).filter((one) => one.trim() !== '');
}
