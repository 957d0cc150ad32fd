/** How a search engine searches: sections of settings, each with an address, and a search that tries what is not saved yet. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callForAnswer } from '../../shell/call-api.ts';
import { type Engine, WithEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { settingsStyles } from '../../styles/settings-styles.ts';
import { FacetsSection } from './facets-section.tsx';
import { RankingSection } from './ranking-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { toSettingsPath, toSettingsRules } from './settings-rules.ts';
import { StockSection } from './stock-section.tsx';
import { SynonymsSection } from './synonyms-section.tsx';
import { TryBox } from './try-box.tsx';
import { TypingSection } from './typing-section.tsx';
import { useDraft } from './use-draft.ts';
import type { SearchSettings } from './wire.ts';
import { WordsSection } from './words-section.tsx';

adoptStyles(settingsStyles);

const sections = {
	synonyms: SynonymsSection,
	words: WordsSection,
	typing: TypingSection,
	facets: FacetsSection,
	ranking: RankingSection,
	stock: StockSection,
} as const;
type SectionName = keyof typeof sections;
const sectionNames = Object.keys(sections) as SectionName[];

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	return (
		<>
			<PageHead title={texts.shell.settings} hint={texts.settings.hint} />
			<WithEngine>{(engine) => <EngineSettings key={engine.hashid} engine={engine} />}</WithEngine>
		</>
	);
};

const EngineSettings: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { hashid } = engine;
	const loaded = useLoaded((signal) => callForAnswer<SearchSettings>(toSettingsPath(hashid), { signal }), hashid);
	return (
		<WhenLoaded loaded={loaded} area="search_settings">
			{(answer) => <Settings engine={engine} answer={answer} onAnswer={loaded.replace} />}
		</WhenLoaded>
	);
};

interface SettingsProps {
	readonly engine: Engine;
	readonly answer: ApiAnswer<SearchSettings>;
	readonly onAnswer: (answer: ApiAnswer<SearchSettings>) => void;
}

const Settings: FunctionComponent<SettingsProps> = ({ engine, answer, onAnswer }) => {
	const { texts } = useLocale();
	const { names } = useRouter();
	const { session } = useSession();
	const draft = useDraft(answer, toSettingsRules(engine.hashid), onAnswer);
	const isReadOnly = !mayWrite(session, 'search_settings');
	const name = sectionNames.find((section) => section === names[1]) ?? 'synonyms';
	const Section = sections[name];
	return (
		<>
			<SectionLinks chosen={name} />
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			<div class="settings-grid">
				<div class="stack">
					<Section key={name} engine={engine} draft={draft} isReadOnly={isReadOnly} />
				</div>
				<TryBox engine={engine} change={draft.change} />
			</div>
			<SaveBar draft={draft} />
		</>
	);
};

const SectionLinks: FunctionComponent<{ readonly chosen: SectionName }> = ({ chosen }) => {
	const { texts } = useLocale();
	const { query } = useRouter();
	const list = useRef<HTMLUListElement>(null);
	// On a phone, the chosen one may be outside of what is seen of them.
	useEffect(() => {
		list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	}, [chosen]);
	const kept = { engine: query.get('engine') ?? undefined, try: query.get('try') ?? undefined };
	return (
		<nav class="section-links" aria-label={texts.settings.sections}>
			<ul ref={list}>
				{sectionNames.map((name) => (
					<li key={name}>
						<PageLink to={`settings/${name}`} query={kept} aria-current={name === chosen ? 'page' : undefined}>
							{texts.settings[name].title}
						</PageLink>
					</li>
				))}
			</ul>
		</nav>
	);
};
