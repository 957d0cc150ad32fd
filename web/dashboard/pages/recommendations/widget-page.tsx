/** One widget: its rules with a preview of them, its earnings, and how to put it into a page. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ApiError } from '../../shell/api-error.ts';
import { callApi, callForAnswer, toPath } from '../../shell/call-api.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { Earnings } from './earnings.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { Snippet } from './snippet.tsx';
import { toRules, type Widget } from './widget.ts';

export const WidgetPage: FunctionComponent<{ readonly id: string }> = ({ id }) => {
	const { texts } = useLocale();
	const { query, changeQuery } = useRouter();
	const loaded = useLoaded((signal) => callForAnswer<Widget>(toPath`/widgets/${id}`, { signal }), id);
	const part = query.get('part') ?? 'rules';
	const tabs = (['rules', 'earnings', 'snippet'] as const).map((name) => ({
		name,
		title: texts.recommendations[name],
	}));
	if (loaded.error instanceof ApiError && [400, 404].includes(loaded.error.status)) {
		return (
			<>
				<PageHead title={texts.shell.recommendations} />
				<EmptyState icon="recommendations" title={texts.recommendations.missing}>
					<PageLink class="button" to="recommendations">
						{texts.recommendations.all}
					</PageLink>
				</EmptyState>
			</>
		);
	}
	return (
		<>
			<WidgetHead widget={loaded.value?.value} />
			<WhenLoaded loaded={loaded} area="recommendations">
				{(answer) => (
					<Tabs
						label={texts.recommendations.parts}
						tabs={tabs}
						chosen={part}
						onChoose={(name) => changeQuery({ part: name === 'rules' ? undefined : name })}
					>
						{part === 'earnings' && <Earnings widget={answer.value} />}
						{part === 'snippet' && <Snippet widget={answer.value} />}
						{part === 'rules' && <RulesEditor answer={answer} onSaved={loaded.replace} />}
					</Tabs>
				)}
			</WhenLoaded>
		</>
	);
};

const WidgetHead: FunctionComponent<{ readonly widget: Widget | undefined }> = ({ widget }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const { go } = useRouter();
	const [isAsking, setAsking] = useState(false);
	const { recommendations, shell } = texts;
	const saving = useSaving();
	const removing = useSaving(recommendations.deleted);
	const message = saving.message ?? removing.message;
	async function duplicate({ name, store_id, ...rest }: Widget): Promise<void> {
		const copy = {
			...toRules({ name, store_id, ...rest }),
			name: toNameOfCopy(recommendations.copyOf, name),
			store_id,
		};
		const made = await callApi<Widget>('/widgets', { method: 'POST', body: copy });
		go(`recommendations/${made.id}`);
	}
	async function remove({ id }: Widget): Promise<void> {
		await callApi(toPath`/widgets/${id}`, { method: 'DELETE' });
		go('recommendations');
	}
	return (
		<PageHead
			title={widget?.name || shell.recommendations}
			hint={<PageLink to="recommendations">{recommendations.all}</PageLink>}
		>
			{message !== undefined && <p class="problem">{message}</p>}
			{widget !== undefined && mayWrite(session, 'recommendations') && (
				<>
					<button type="button" class="button" onClick={() => saving.save(() => duplicate(widget))}>
						<Icon name="copy" size={18} />
						{recommendations.duplicate}
					</button>
					<button type="button" class="button danger" onClick={() => setAsking(true)}>
						<Icon name="remove" size={18} />
						{shell.delete}
					</button>
				</>
			)}
			{isAsking && widget !== undefined && (
				<Confirmation
					title={fill(recommendations.deleteTitle, { name: widget.name })}
					text={recommendations.deleteText}
					word={widget.name}
					wordText={fill(shell.typeToConfirm, { word: widget.name })}
					confirmText={shell.delete}
					cancelText={shell.cancel}
					onConfirm={() => {
						setAsking(false);
						void removing.save(() => remove(widget));
					}}
					onCancel={() => setAsking(false)}
				/>
			)}
		</PageHead>
	);
};

/** What a name can have, in code points. */
const nameLengthMax = 200;

function toNameOfCopy(text: string, name: string): string {
	const kept = [...name].slice(0, nameLengthMax - text.replace('{name}', '').length).join('');
	return text.replace('{name}', () => kept);
}
