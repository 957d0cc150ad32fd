/** A store as a form. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { ListInput } from '../../../ui/list-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callApi, callForAnswer, toPath } from '../../shell/call-api.ts';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import { isSame } from '../../shell/is-same.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { type Saving, useSaving } from '../../shell/use-saving.ts';
import { DeleteButton } from './delete-button.tsx';
import type { Store } from './wire.ts';

export interface StoreDialogProps {
	/** Undefined for a new one. */
	readonly answer: ApiAnswer<Store> | undefined;
	readonly isWritable: boolean;
	readonly onClose: () => void;
	readonly onChanged: () => void;
}

type Draft = Omit<Store, 'id'>;

const emptyStore: Draft = {
	name: '',
	allowed_domains: [],
	cors_enforced: true,
	blocked_ips: [],
	attribution_hours: 24,
};

function toDraft({ name, allowed_domains, cors_enforced, blocked_ips, attribution_hours }: Store): Draft {
	return { name, allowed_domains, cors_enforced, blocked_ips, attribution_hours };
}

export const StoreDialog: FunctionComponent<StoreDialogProps> = ({ answer, isWritable, onClose, onChanged }) => {
	const { texts, fill } = useLocale();
	const before = answer === undefined ? emptyStore : toDraft(answer.value);
	const [draft, setDraft] = useState<Draft>(before);
	const close = useAskedClose(!isSame(draft, before), onClose);
	const [theirs, setTheirs] = useState<ApiAnswer<Store>>();
	const saving = useSaving();
	const store = answer?.value;
	async function save(ifMatch: string | undefined): Promise<void> {
		const path = store === undefined ? '/stores' : toPath`/stores/${store.id}`;
		const method = store === undefined ? 'POST' : 'PATCH';
		if (await saving.save(() => callApi(path, { method, body: draft, ifMatch }))) onChanged();
	}
	if (saving.isConflict && store !== undefined && theirs === undefined) {
		void callForAnswer<Store>(toPath`/stores/${store.id}`).then(setTheirs);
	}
	const title = store === undefined ? texts.shop.newStore : fill(texts.shop.editStore, { name: store.name });
	return (
		<Dialog title={title} closeText={texts.shell.close} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					void save(answer?.version);
				}}
			>
				{saving.message !== undefined && !saving.isConflict && <Notice kind="error">{saving.message}</Notice>}
				<fieldset disabled={!isWritable}>
					<StoreFields
						draft={draft}
						saving={saving}
						onChange={(change) => setDraft((old) => ({ ...old, ...change }))}
					/>
				</fieldset>
				{isWritable && (
					<div class="actions">
						{store !== undefined && (
							<DeleteButton
								path={toPath`/stores/${store.id}`}
								name={store.name}
								label={texts.shell.delete}
								title={fill(texts.shop.deleteStore, { name: store.name })}
								text={texts.shop.deleteStoreText}
								deletedText={texts.shop.storeDeleted}
								onDeleted={onChanged}
							/>
						)}
						<button type="submit" class="button strong" disabled={saving.isSaving}>
							{texts.shell.save}
						</button>
					</div>
				)}
			</form>
			{theirs !== undefined && (
				<ConflictDialog
					mine={draft}
					theirs={toDraft(theirs.value)}
					onKeepMine={() => save(theirs.version)}
					onTakeTheirs={onChanged}
					onClose={() => {
						saving.reset();
						setTheirs(undefined);
					}}
				/>
			)}
		</Dialog>
	);
};

interface StoreFieldsProps {
	readonly draft: Draft;
	readonly saving: Saving;
	readonly onChange: (change: Partial<Draft>) => void;
}

const StoreFields: FunctionComponent<StoreFieldsProps> = ({ draft, saving, onChange }) => {
	const { texts, fill } = useLocale();
	const toRemoveText = (name: string) => `${texts.shell.remove} ${fill('{name}', { name })}`;
	return (
		<>
			<Field label={texts.shop.name} problem={saving.findProblem('name')}>
				<input value={draft.name} required onInput={({ currentTarget }) => onChange({ name: currentTarget.value })} />
			</Field>
			<label class="check">
				<input
					type="checkbox"
					checked={draft.cors_enforced}
					onChange={({ currentTarget }) => onChange({ cors_enforced: currentTarget.checked })}
				/>
				{texts.shop.cors}
			</label>
			<p class="hint">{texts.shop.corsHint}</p>
			<ListInput
				label={texts.shop.domains}
				hint={texts.shop.domainsHint}
				entries={draft.allowed_domains}
				problem={saving.findProblem('allowed_domains')}
				onChange={(allowed_domains) => onChange({ allowed_domains })}
				addText={texts.shell.add}
				toRemoveText={toRemoveText}
			/>
			<ListInput
				label={texts.shop.blocked}
				hint={texts.shop.blockedHint}
				entries={draft.blocked_ips}
				problem={saving.findProblem('blocked_ips')}
				onChange={(blocked_ips) => onChange({ blocked_ips })}
				addText={texts.shell.add}
				toRemoveText={toRemoveText}
			/>
			<Field label={texts.shop.attribution} problem={saving.findProblem('attribution_hours')}>
				<input
					type="number"
					min={1}
					step={1}
					value={draft.attribution_hours}
					onInput={({ currentTarget }) => onChange({ attribution_hours: Number(currentTarget.value) })}
				/>
			</Field>
		</>
	);
};
