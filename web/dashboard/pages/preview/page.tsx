/** Search preview: what shoppers find and why, and what other settings would change. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { WithEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { previewStyles } from '../../styles/preview-styles.ts';
import { CompareView } from './compare-view.tsx';
import { SearchView } from './search-view.tsx';

adoptStyles(previewStyles);

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	const { names, query, go } = useRouter();
	const tab = names[1] === 'compare' ? 'compare' : 'search';
	const tabs = [
		{ name: 'search', title: texts.preview.tabSearch },
		{ name: 'compare', title: texts.preview.tabCompare },
	];
	const choose = (name: string) => {
		const typed = query.get('query')?.trim();
		// Side by side there may be many queries.
		const first = query.get('shown') ?? typed?.split('\n', 1)[0];
		const kept = { engine: query.get('engine') ?? undefined, query: first };
		if (name !== tab) go(name === 'compare' ? 'preview/compare' : 'preview', kept);
	};
	return (
		<>
			<PageHead title={texts.shell.preview} hint={tab === 'compare' ? texts.preview.compareHint : texts.preview.hint} />
			<WithEngine>
				{(engine) => (
					<Tabs label={texts.preview.tabs} tabs={tabs} chosen={tab} onChoose={choose}>
						{tab === 'compare' ? (
							<CompareView key={engine.hashid} engine={engine} />
						) : (
							<SearchView key={engine.hashid} engine={engine} />
						)}
					</Tabs>
				)}
			</WithEngine>
		</>
	);
};
