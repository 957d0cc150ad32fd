/** The lines of HTML that put search and recommendations into the pages of a shop, and whether those pages may call. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { CopiedText } from '../../shell/copied-text.tsx';
import { type Engine, WithEngine } from '../../shell/engines.tsx';
import { toServerUrl } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { isAdmitted, toDomain } from './admitted-domain.ts';
import type { Store } from './wire.ts';

const elements = ['search', 'results', 'category', 'recommendations'] as const;
type ElementName = (typeof elements)[number];

interface Widget {
	readonly id: string;
	readonly name: string;
}

interface SnippetOptions {
	readonly hashid: string;
	readonly currency: string;
	readonly chosen: readonly ElementName[];
	readonly widgetId: string;
	readonly hasConsent: boolean;
}

function writeSnippet({ hashid, currency, chosen, widgetId, hasConsent }: SnippetOptions): string {
	const engine = `engine="${hashid}" currency="${currency}"`;
	const lines: Readonly<Record<ElementName, string>> = {
		search: `<vitrine-search ${engine} results-url="/search"></vitrine-search>`,
		results: `<vitrine-results ${engine}></vitrine-results>`,
		category: `<vitrine-category ${engine} category="…"></vitrine-category>`,
		recommendations: `<vitrine-recommendations widget="${widgetId}"></vitrine-recommendations>`,
	};
	return [
		`<script type="module" src="${toServerUrl('storefront.js')}"></script>`,
		...(hasConsent ? ['<!-- Once the visitor has agreed: <html data-consent="granted"> -->'] : []),
		...elements.filter((name) => chosen.includes(name)).map((name) => lines[name]),
	].join('\n');
}

export const PageSnippet: FunctionComponent = () => (
	<WithEngine>{(engine) => <EngineSnippet key={engine.hashid} engine={engine} />}</WithEngine>
);

const EngineSnippet: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts } = useLocale();
	const [chosen, setChosen] = useState<readonly ElementName[]>(['search', 'results']);
	const [hasConsent, setConsent] = useState(false);
	const [widgetId, setWidgetId] = useState('');
	// Whoever has no right to see widgets gets the lines without them.
	const widgets = useLoaded((signal) => callApi<readonly Widget[]>('/widgets', { signal }).catch(() => []), 'widgets');
	const widget = widgetId || widgets.value?.[0]?.id;
	const shown = chosen.filter((name) => name !== 'recommendations' || widget !== undefined);
	return (
		<div class="columns">
			<section class="card stack">
				<fieldset>
					<legend class="label">{texts.shop.element}</legend>
					{elements.map((name) => (
						<label key={name} class="check">
							<input
								type="checkbox"
								checked={chosen.includes(name)}
								onChange={({ currentTarget: { checked } }) =>
									setChosen(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
								}
							/>
							{texts.shop.pages[name]}
						</label>
					))}
				</fieldset>
				{chosen.includes('recommendations') && (
					<Field label={texts.shop.widget} hint={widgets.value?.length === 0 ? texts.shop.noWidgets : undefined}>
						<select value={widget} onChange={({ currentTarget }) => setWidgetId(currentTarget.value)}>
							{widgets.value?.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</select>
					</Field>
				)}
				<label class="check">
					<input
						type="checkbox"
						checked={hasConsent}
						onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
					/>
					{texts.shop.consent}
				</label>
				<p class="hint">{texts.shop.consentHint}</p>
				<DomainCheck engine={engine} />
			</section>
			<section class="card stack">
				<p>{texts.shop.pasteHint}</p>
				<CopiedText
					text={writeSnippet({
						hashid: engine.hashid,
						currency: engine.currency ?? 'EUR',
						chosen: shown,
						widgetId: widget ?? '',
						hasConsent,
					})}
				/>
			</section>
		</div>
	);
};

const DomainCheck: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const [typed, setTyped] = useState('');
	const id = engine.store_id ?? undefined;
	const loaded = useLoaded((signal) => callApi<Store>(toPath`/stores/${id ?? ''}`, { signal }), id);
	const saving = useSaving();
	const domain = toDomain(typed);
	const { value: store } = loaded;
	if (id === undefined) return <p class="hint">{texts.shop.noStoreOfEngine}</p>;
	async function add(): Promise<void> {
		if (store === undefined) return;
		const body = { allowed_domains: [...store.allowed_domains, domain] };
		loaded.replace(await callApi<Store>(toPath`/stores/${store.id}`, { method: 'PATCH', body }));
	}
	return (
		<div class="stack tight">
			<Field label={texts.shop.check} problem={saving.findProblem('allowed_domains') ?? saving.message}>
				<input
					placeholder="shop.example"
					value={typed}
					onInput={({ currentTarget }) => setTyped(currentTarget.value)}
				/>
			</Field>
			{domain !== '' && store !== undefined && isAdmitted(store, domain) && (
				<Notice kind="done">{fill(texts.shop.mayCall, { domain })}</Notice>
			)}
			{domain !== '' && store !== undefined && !isAdmitted(store, domain) && (
				<Notice kind="warning">
					{fill(texts.shop.mayNotCall, { domain })}
					{mayWrite(session, 'shop') && (
						<button type="button" class="button small" onClick={() => saving.save(add)}>
							{fill(texts.shop.addDomain, { domain })}
						</button>
					)}
				</Notice>
			)}
		</div>
	);
};
