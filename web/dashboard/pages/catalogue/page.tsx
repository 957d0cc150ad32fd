/**
 * The catalogue: search engines, their indices, and what is in them.
 *
 *     catalogue                          the indices of the chosen engine
 *     catalogue/engines                  all engines of the account
 *     catalogue/index/NAME[/import|/fields]   the items of an index, a file for it, what its fields are for
 */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { useEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { catalogueStyles } from '../../styles/catalogue-styles.ts';
import { EnginesView } from './engines-view.tsx';
import { IndexPage } from './index-page.tsx';
import { IndicesView } from './indices-view.tsx';

adoptStyles(catalogueStyles);

export const Page: FunctionComponent = () => {
	const engine = useEngine();
	const { names } = useRouter();
	const [, view, indexName] = names;
	if (view === 'index' && indexName !== undefined && engine !== undefined) {
		return <IndexPage key={`${engine.hashid}/${indexName}`} engine={engine} name={indexName} />;
	}
	return <Catalogue />;
};

const Catalogue: FunctionComponent = () => {
	const { texts } = useLocale();
	const { names, go } = useRouter();
	const engine = useEngine();
	const { catalogue } = texts;
	const chosen = names[1] === 'engines' || engine === undefined ? 'engines' : 'indices';
	return (
		<>
			<PageHead title={texts.shell.catalogue} hint={catalogue.hint} />
			<Tabs
				label={catalogue.views}
				tabs={[
					{ name: 'indices', title: catalogue.indices },
					{ name: 'engines', title: catalogue.engines },
				]}
				chosen={chosen}
				onChoose={(name) => go(name === 'engines' ? 'catalogue/engines' : 'catalogue', { engine: engine?.hashid })}
			>
				{chosen === 'indices' && engine !== undefined ? (
					<IndicesView key={engine.hashid} engine={engine} />
				) : (
					<EnginesView />
				)}
			</Tabs>
		</>
	);
};
