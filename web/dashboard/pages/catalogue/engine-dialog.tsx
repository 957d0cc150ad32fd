/** A search engine as a form: a new one, or the settings of one. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callApi, callForAnswer, toPath } from '../../shell/call-api.ts';
import { isSame } from '../../shell/is-same.ts';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { mayRead, mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import type { EngineDetails } from './catalogue-wire.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';

export interface EngineDialogProps {
	/** Undefined makes a new one. */
	readonly hashid: string | undefined;
	readonly onClose: () => void;
	readonly onSaved: (engine: EngineDetails) => void;
}

const blank = {
	name: '',
	locale: 'en',
	currency: 'EUR',
	site_url: '',
	sector: '',
	store_id: '',
	has_grouping: false,
} as const;
type Draft = { readonly [Name in keyof typeof blank]: (typeof blank)[Name] extends boolean ? boolean : string };
type TextField = 'name' | 'locale' | 'currency' | 'site_url' | 'sector';

function toDraft(engine: EngineDetails): Draft {
	const { name, locale, currency, site_url: siteUrl, sector, store_id: storeId, has_grouping } = engine;
	return {
		name,
		locale,
		currency,
		site_url: siteUrl ?? '',
		sector: sector ?? '',
		store_id: storeId ?? '',
		has_grouping,
	};
}

/** Empty texts mean none, except where something is required. */
function toBody(draft: Draft): object {
	const currency = draft.currency.trim().toUpperCase();
	const optional = { site_url: draft.site_url.trim(), sector: draft.sector.trim(), store_id: draft.store_id };
	const nulls = Object.entries(optional).map(([name, value]) => [name, value === '' ? null : value]);
	const { name, locale, has_grouping } = draft;
	return { name: name.trim(), locale: locale.trim(), currency, has_grouping, ...Object.fromEntries(nulls) };
}

export const EngineDialog: FunctionComponent<EngineDialogProps> = ({ hashid, onClose, onSaved }) => {
	const { texts } = useLocale();
	const path = hashid === undefined ? undefined : toPath`/search_engines/${hashid}`;
	const loaded = useLoaded((signal) => callForAnswer<EngineDetails>(path ?? '', { signal }), path);
	const title = hashid === undefined ? texts.catalogue.newEngine : texts.catalogue.editEngine;
	const stored = loaded.value === undefined ? blank : toDraft(loaded.value.value);
	const [edited, setEdited] = useState<Draft>();
	const draft = edited ?? stored;
	const close = useAskedClose(!isSame(draft, stored), onClose);
	const parts = { path, draft, onDraft: setEdited, onClose: close, onSaved };
	return (
		<Dialog title={title} closeText={texts.shell.close} onClose={close}>
			{path === undefined ? (
				<EngineForm engine={undefined} {...parts} />
			) : (
				<WhenLoaded loaded={loaded} area="catalogue">
					{(answer) => <EngineForm engine={answer} {...parts} />}
				</WhenLoaded>
			)}
		</Dialog>
	);
};

interface EngineFormProps {
	readonly engine: ApiAnswer<EngineDetails> | undefined;
	readonly path: string | undefined;
	readonly draft: Draft;
	readonly onDraft: (draft: Draft) => void;
	readonly onClose: () => void;
	readonly onSaved: (engine: EngineDetails) => void;
}

const EngineForm: FunctionComponent<EngineFormProps> = ({ engine, path, draft, onDraft, onClose, onSaved }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const saving = useSaving(texts.catalogue.engineSaved);
	const isReadOnly = !mayWrite(session, 'catalogue');
	const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part });
	const save = async (ifMatch: string | undefined) => {
		await saving.save(async () => {
			const body = toBody(draft);
			const saved =
				path === undefined
					? await callApi<EngineDetails>('/search_engines', { method: 'POST', body })
					: await callApi<EngineDetails>(path, { method: 'PATCH', body, ifMatch });
			onSaved(saved);
		});
	};
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void save(engine?.version);
			}}
		>
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			{saving.message !== undefined && !saving.isConflict && <Notice kind="error">{saving.message}</Notice>}
			<fieldset disabled={isReadOnly}>
				<EngineFields draft={draft} onChange={change} findProblem={saving.findProblem} />
			</fieldset>
			<div class="actions">
				<button type="button" class="button" onClick={onClose}>
					{texts.shell.cancel}
				</button>
				<button type="submit" class="button strong" disabled={isReadOnly || saving.isSaving}>
					{saving.isSaving ? texts.shell.saving : texts.shell.save}
				</button>
			</div>
			{saving.isConflict && path !== undefined && (
				<ChangedMeanwhile<EngineDetails>
					path={path}
					mine={toBody(draft)}
					toCompared={(theirs) => toBody(toDraft(theirs))}
					onKeepMine={({ version }) => void save(version)}
					onTakeTheirs={({ value }) => {
						onDraft(toDraft(value));
						saving.reset();
					}}
					onClose={saving.reset}
				/>
			)}
		</form>
	);
};

interface EngineFieldsProps {
	readonly draft: Draft;
	readonly onChange: (part: Partial<Draft>) => void;
	readonly findProblem: (field: string) => string | undefined;
}

const EngineFields: FunctionComponent<EngineFieldsProps> = ({ draft, onChange, findProblem }) => {
	const { texts } = useLocale();
	const { engineFields, engineHints } = texts.catalogue;
	const field = (name: TextField, isRequired = false) => (
		<Field
			label={engineFields[name]}
			hint={name === 'name' ? undefined : engineHints[name]}
			problem={findProblem(name)}
		>
			<input
				inputMode={name === 'site_url' ? 'url' : undefined}
				required={isRequired}
				value={draft[name]}
				dir={name === 'name' ? 'auto' : undefined}
				onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
			/>
		</Field>
	);
	return (
		<>
			{field('name', true)}
			<div class="pair">
				{field('locale', true)}
				{field('currency', true)}
			</div>
			{field('site_url')}
			{field('sector')}
			<StoreField value={draft.store_id} problem={findProblem('store_id')} onChange={onChange} />
			<label class="check">
				<input
					type="checkbox"
					checked={draft.has_grouping}
					onChange={({ currentTarget }) => onChange({ has_grouping: currentTarget.checked })}
				/>
				{engineFields.has_grouping}
			</label>
		</>
	);
};

interface StoreFieldProps {
	readonly value: string;
	readonly problem: string | undefined;
	readonly onChange: (part: Partial<Draft>) => void;
}

/** Whoever may not see stores keeps the one that is chosen. */
const StoreField: FunctionComponent<StoreFieldProps> = ({ value, problem, onChange }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const canSee = mayRead(session, 'shop');
	const { value: stores } = useLoaded(
		(signal) => callApi<readonly { readonly id: string; readonly name: string }[]>('/stores', { signal }),
		canSee ? 'stores' : undefined,
	);
	if (!canSee || stores === undefined) return null;
	return (
		<Field label={texts.catalogue.engineFields.store_id} hint={texts.catalogue.engineHints.store_id} problem={problem}>
			<select value={value} onChange={({ currentTarget }) => onChange({ store_id: currentTarget.value })}>
				<option value="">{texts.catalogue.noStore}</option>
				{stores.map(({ id, name }) => (
					<option key={id} value={id}>
						{name || texts.shell.noName}
					</option>
				))}
			</select>
		</Field>
	);
};
