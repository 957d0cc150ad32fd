/** One item: its fields as a table, and all of it as JSON that can be changed. */
import type { FunctionComponent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callApi, callForAnswer, toPath } from '../../shell/call-api.ts';
import { FramedPicture } from '../../shell/framed-picture.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter, useUnsavedGuard } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import type { Item, Preset } from './catalogue-wire.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { type IndexTarget, toApiPath, toIndexPath } from './index-paths.ts';
import { itemChanged } from './item-changes.ts';
import { ItemFields } from './item-fields.tsx';
import { type JsonFault, readJsonObject, toOffset } from './json-text.ts';
import { parseExactly } from './parse-exactly.ts';
import { toItemTitle } from './to-item-title.ts';

export interface ItemEditorProps {
	readonly target: IndexTarget;
	/** Undefined for a new item. */
	readonly id: string | undefined;
	readonly preset: Preset;
	readonly isReadOnly: boolean;
}

const blanks: Readonly<Record<Preset, object>> = {
	product: { id: '', title: '', link: '', image_link: '', price: null, categories: [], brand: '', description: '' },
	generic: { id: '', title: '' },
	page: { id: '', title: '', link: '', description: '' },
	category: { id: '', title: '', link: '' },
};

export const ItemEditor: FunctionComponent<ItemEditorProps> = ({ target, id, preset, isReadOnly }) => {
	const { texts } = useLocale();
	const path = id === undefined ? undefined : toApiPath(target) + toPath`/items/${id}`;
	const loaded = useLoaded((signal) => callForAnswer<string>(path ?? '', { signal, isText: true }), path);
	const parts = { target, path, isReadOnly };
	return (
		<>
			<PageLink class="way-back" to={toIndexPath(target.name)} query={{ engine: target.hashid }}>
				{texts.catalogue.allItems}
			</PageLink>
			{path === undefined ? (
				<ItemForm stored={undefined} before={JSON.stringify(blanks[preset], null, 2)} {...parts} />
			) : (
				<WhenLoaded loaded={loaded} area="catalogue">
					{(answer) => (
						<ItemForm
							key={answer.version}
							stored={answer}
							before={JSON.stringify(parseExactly(answer.value), null, 2)}
							{...parts}
							onSaved={loaded.replace}
							onReload={loaded.reload}
						/>
					)}
				</WhenLoaded>
			)}
		</>
	);
};

interface ItemFormProps {
	readonly target: IndexTarget;
	readonly path: string | undefined;
	readonly stored: ApiAnswer<string> | undefined;
	/** What the editor begins with. */
	readonly before: string;
	readonly isReadOnly: boolean;
	readonly onSaved?: (saved: ApiAnswer<string>) => void;
	readonly onReload?: () => void;
}

const ItemForm: FunctionComponent<ItemFormProps> = (props) => {
	const { target, path, stored, before, isReadOnly, onSaved, onReload } = props;
	const { texts } = useLocale();
	const { catalogue } = texts;
	const { changeQuery } = useRouter();
	const [text, setText] = useState(before);
	const [fault, setFault] = useState<JsonFault>();
	const editor = useRef<HTMLTextAreaElement>(null);
	const saving = useSaving();
	useUnsavedGuard(text !== before, texts.shell.unsaved);
	const reading = readJsonObject(text);
	const save = async (ifMatch: string | undefined) => {
		const checked = readJsonObject(text);
		if ('fault' in checked) return showFault(checked.fault);
		setFault(undefined);
		await saving.save(async () => {
			const body = text;
			if (path !== undefined)
				onSaved?.(await callForAnswer<string>(path, { method: 'PUT', body, ifMatch, isText: true }));
			else {
				const created = await callApi<Item>(`${toApiPath(target)}/items`, { method: 'POST', body });
				setText(before);
				changeQuery({ new: undefined, item: created.id }, true);
			}
			itemChanged();
		});
	};
	function showFault(found: JsonFault): void {
		setFault(found);
		editor.current?.focus();
		const offset = toOffset(text, found);
		editor.current?.setSelectionRange(offset, offset + 1);
	}
	return (
		<>
			{stored !== undefined && <ItemHead item={JSON.parse(stored.value)} />}
			<div class="columns">
				<section class="card stack">
					<h2>{catalogue.itemFields}</h2>
					{'value' in reading ? <ItemFields fields={reading.value} /> : <p class="muted">{catalogue.notReadable}</p>}
				</section>
				<form
					class="card stack"
					onSubmit={(event) => {
						event.preventDefault();
						void save(stored?.version);
					}}
				>
					<JsonField editor={editor} text={text} fault={fault} isReadOnly={isReadOnly} onChange={setText} />
					<Problems
						message={saving.isConflict ? undefined : saving.message}
						findProblem={saving.findProblem}
						text={text}
					/>
					<div class="row spread">
						{stored === undefined ? <span /> : <ItemDeletion target={target} stored={stored} isReadOnly={isReadOnly} />}
						<button type="submit" class="button strong" disabled={isReadOnly || saving.isSaving}>
							{saving.isSaving ? texts.shell.saving : texts.shell.save}
						</button>
					</div>
					{saving.isConflict && path !== undefined && 'value' in reading && (
						<ChangedMeanwhile<Item>
							path={path}
							mine={reading.value}
							onKeepMine={({ version }) => void save(version)}
							onTakeTheirs={() => onReload?.()}
							onClose={saving.reset}
						/>
					)}
				</form>
			</div>
		</>
	);
};

/** The item as lists show it, as it is stored. */
const ItemHead: FunctionComponent<{ readonly item: Item }> = ({ item }) => (
	<div class="item-head">
		<span class="item-picture picture-frame">
			<FramedPicture address={item.image_link} size={28} />
		</span>
		<h2 dir="auto">{toItemTitle(item)}</h2>
	</div>
);

interface JsonFieldProps {
	readonly editor: { current: HTMLTextAreaElement | null };
	readonly text: string;
	readonly fault: JsonFault | undefined;
	readonly isReadOnly: boolean;
	readonly onChange: (text: string) => void;
}

const JsonField: FunctionComponent<JsonFieldProps> = ({ editor, text, fault, isReadOnly, onChange }) => {
	const { texts, fill } = useLocale();
	const { catalogue } = texts;
	const toProblem = ({ reason, line, column }: JsonFault) =>
		reason === 'object' ? catalogue.notObject : fill(catalogue.notJsonAt, { line, column });
	return (
		<Field
			label={catalogue.json}
			hint={catalogue.jsonHint}
			problem={fault === undefined ? undefined : toProblem(fault)}
		>
			<textarea
				ref={editor}
				class="mono json"
				dir="ltr"
				rows={22}
				spellcheck={false}
				readOnly={isReadOnly}
				value={text}
				onInput={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		</Field>
	);
};

interface ProblemsProps {
	readonly message: string | undefined;
	readonly findProblem: (field: string) => string | undefined;
	readonly text: string;
}

/** What the server refuses, by the field that it names. */
const Problems: FunctionComponent<ProblemsProps> = ({ message, findProblem, text }) => {
	if (message === undefined) return null;
	const reading = readJsonObject(text);
	const names = 'value' in reading ? Object.keys(reading.value) : [];
	const named = names.flatMap((name) => {
		const reason = findProblem(name);
		return reason === undefined ? [] : [{ name, reason }];
	});
	return (
		<Notice kind="error">
			{named.length === 0 ? (
				message
			) : (
				<ul class="stack tight">
					{named.map(({ name, reason }) => (
						<li key={name}>
							<code>{name}</code> {reason}
						</li>
					))}
				</ul>
			)}
		</Notice>
	);
};

interface ItemDeletionProps {
	readonly target: IndexTarget;
	readonly stored: ApiAnswer<string>;
	readonly isReadOnly: boolean;
}

const ItemDeletion: FunctionComponent<ItemDeletionProps> = ({ target, stored, isReadOnly }) => {
	const { texts, fill } = useLocale();
	const { go } = useRouter();
	const { value: text, version } = stored;
	const { id }: Item = JSON.parse(text);
	const items = `${toApiPath(target)}/items`;
	const deleting = useSaving(texts.catalogue.deleted);
	const remove = async () => {
		const request = { method: 'DELETE', ifMatch: version } as const;
		if (!(await deleting.save(() => callApi(items + toPath`/${id}`, request)))) return;
		itemChanged();
		go(toIndexPath(target.name), { engine: target.hashid });
		showToast({
			kind: 'done',
			text: fill(texts.catalogue.itemDeleted, { id }),
			onUndo: () => void putBack(),
		});
	};
	const putBack = async () => {
		try {
			await callApi(items, { method: 'POST', body: text });
			itemChanged();
			showToast({ kind: 'done', text: fill(texts.catalogue.itemPutBack, { id }) });
		} catch {
			showToast({ kind: 'error', text: texts.shell.notSaved, onUndo: () => void putBack() });
		}
	};
	return (
		<div class="stack tight">
			<button
				type="button"
				class="button danger"
				disabled={isReadOnly || deleting.isSaving}
				onClick={() => void remove()}
			>
				<Icon name="remove" size={18} />
				{texts.catalogue.deleteItem}
			</button>
			{deleting.message !== undefined && <p class="problem">{deleting.message}</p>}
		</div>
	);
};
