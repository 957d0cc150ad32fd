/** One index: its items, a file for it, and what its fields are for. */
import type { FunctionComponent } from 'preact';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { callForAnswer } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { IndexDetails } from './catalogue-wire.ts';
import { FieldsView } from './fields/fields-view.tsx';
import { ImportView } from './import/import-view.tsx';
import { type IndexView, toApiPath, toIndexPath } from './index-paths.ts';
import { ItemEditor } from './item-editor.tsx';
import { ItemsView } from './items-view.tsx';

export interface IndexPageProps {
	readonly engine: Engine;
	readonly name: string;
}

const views: readonly IndexView[] = ['items', 'import', 'fields'];

export const IndexPage: FunctionComponent<IndexPageProps> = ({ engine, name }) => {
	const { texts } = useLocale();
	const { names, go } = useRouter();
	const { session } = useSession();
	const { catalogue } = texts;
	const target = { hashid: engine.hashid, name };
	const path = toApiPath(target);
	// The answer tells whether there is such an index, and whether this person may see it.
	const index = useLoaded((signal) => callForAnswer<IndexDetails>(path, { signal }), path);
	const chosen = views.find((view) => view === names[3]) ?? 'items';
	const query = { engine: engine.hashid };
	const isReadOnly = !mayWrite(session, 'catalogue');
	return (
		<>
			<nav aria-label={catalogue.way}>
				<PageLink to="catalogue" query={query} dir="auto">
					{engine.name || texts.shell.noName}
				</PageLink>
			</nav>
			<PageHead title={name} />
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			<WhenLoaded loaded={index} area="catalogue">
				{({ value: { preset } }) => (
					<Tabs
						label={catalogue.indexViews}
						tabs={views.map((view) => ({ name: view, title: catalogue.indexTabs[view] }))}
						chosen={chosen}
						onChoose={(view) => go(toIndexPath(name, view as IndexView), query)}
					>
						<IndexPart view={chosen} target={target} preset={preset} isReadOnly={isReadOnly} />
					</Tabs>
				)}
			</WhenLoaded>
		</>
	);
};

interface IndexPartProps {
	readonly view: IndexView;
	readonly target: { readonly hashid: string; readonly name: string };
	readonly preset: IndexDetails['preset'];
	readonly isReadOnly: boolean;
}

const IndexPart: FunctionComponent<IndexPartProps> = ({ view, target, preset, isReadOnly }) => {
	const { query } = useRouter();
	const id = query.get('item');
	if (view === 'import') return <ImportView target={target} isReadOnly={isReadOnly} />;
	if (view === 'fields') return <FieldsView target={target} isReadOnly={isReadOnly} />;
	if (id !== null || query.has('new')) {
		return <ItemEditor key={id} target={target} id={id ?? undefined} preset={preset} isReadOnly={isReadOnly} />;
	}
	return <ItemsView target={target} isReadOnly={isReadOnly} />;
};
