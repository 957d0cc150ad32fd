/** A temporary index that is there: what it means, and its two ends. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';
import type { IndexRow } from './load-indices.ts';

export interface TemporaryNoticeProps {
	readonly engine: Engine;
	readonly index: IndexRow;
	readonly isReadOnly: boolean;
	readonly onChanged: () => void;
}

/** Nothing where the index has none. */
export const TemporaryNotice: FunctionComponent<TemporaryNoticeProps> = ({ engine, index, isReadOnly, onChanged }) => {
	const { texts, fill, number } = useLocale();
	const { temporary } = texts.catalogue;
	const [asked, setAsked] = useState<'replace' | 'delete'>();
	const replacing = useSaving(temporary.replaced);
	const deleting = useSaving(texts.catalogue.deleted);
	if (index.temporaryItemCount === undefined) return null;
	const path = toPath`/search_engines/${engine.hashid}/indices/${index.name}`;
	const values = {
		name: index.name,
		items: number(index.temporaryItemCount),
		live: number(index.itemCount),
	};
	const end = async () => {
		const isDone =
			asked === 'replace'
				? await replacing.save(() => callApi(`${path}/_replace_by_temp`, { method: 'POST' }))
				: await deleting.save(() => callApi(`${path}/temp`, { method: 'DELETE' }));
		setAsked(undefined);
		if (isDone) onChanged();
	};
	const problem = replacing.message ?? deleting.message;
	return (
		<>
			<Notice kind="warning">
				<strong>{fill(temporary.title, values)}</strong>
				<p>{fill(temporary.hint, values)}</p>
				{problem !== undefined && <p class="problem">{problem}</p>}
				<span class="row">
					<button
						type="button"
						class="button"
						disabled={isReadOnly || index.temporaryItemCount === 0}
						onClick={() => setAsked('replace')}
					>
						{temporary.replace}
					</button>
					<button type="button" class="button danger" disabled={isReadOnly} onClick={() => setAsked('delete')}>
						{temporary.discard}
					</button>
				</span>
			</Notice>
			{asked !== undefined && (
				<Confirmation
					title={asked === 'replace' ? temporary.replace : temporary.discard}
					text={fill(asked === 'replace' ? temporary.replaceHint : temporary.discardHint, values)}
					word={index.name}
					wordText={fill(texts.shell.typeToConfirm, { word: index.name })}
					confirmText={asked === 'replace' ? temporary.replace : temporary.discard}
					cancelText={texts.shell.cancel}
					onConfirm={() => void end()}
					onCancel={() => setAsked(undefined)}
				/>
			)}
		</>
	);
};
