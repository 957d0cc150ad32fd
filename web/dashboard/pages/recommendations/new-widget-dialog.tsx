/** A new widget needs a name, a kind and a store; its rules come afterwards. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi } from '../../shell/call-api.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { KindSelect } from './kind-select.tsx';
import type { Store, Widget, WidgetKind } from './widget.ts';

export interface NewWidgetDialogProps {
	readonly stores: readonly Store[];
	readonly onClose: () => void;
	readonly onMade: (widget: Widget) => void;
}

export const NewWidgetDialog: FunctionComponent<NewWidgetDialogProps> = ({ stores, onClose, onMade }) => {
	const { texts } = useLocale();
	const [name, setName] = useState('');
	const [kind, setKind] = useState<WidgetKind>('similar');
	const [store, setStore] = useState(stores[0]?.id ?? '');
	const saving = useSaving();
	const close = useAskedClose(name !== '', onClose);
	return (
		<Dialog title={texts.recommendations.newWidget} closeText={texts.shell.close} onClose={close}>
			{stores.length === 0 ? (
				<p>{texts.recommendations.noStores}</p>
			) : (
				<form
					class="stack"
					onSubmit={(event) => {
						event.preventDefault();
						void saving.save(async () => {
							onMade(await callApi<Widget>('/widgets', { method: 'POST', body: { name, kind, store_id: store } }));
						});
					}}
				>
					{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
					<Field label={texts.recommendations.name} problem={saving.findProblem('name')}>
						<input value={name} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
					</Field>
					<KindSelect kind={kind} onChange={setKind} />
					<Field label={texts.recommendations.store} problem={saving.findProblem('store_id')}>
						<select value={store} onChange={({ currentTarget }) => setStore(currentTarget.value)}>
							{stores.map(({ id, name: storeName }) => (
								<option key={id} value={id}>
									{storeName}
								</option>
							))}
						</select>
					</Field>
					<div class="actions">
						<button type="button" class="button" onClick={close}>
							{texts.shell.cancel}
						</button>
						<button type="submit" class="button strong" disabled={saving.isSaving}>
							{texts.recommendations.create}
						</button>
					</div>
				</form>
			)}
		</Dialog>
	);
};
