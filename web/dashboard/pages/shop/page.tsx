/** Stores, users, keys, what to paste into pages, and who changed what: a part of the page for each. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useRouter } from '../../shell/router.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { shopStyles } from '../../styles/shop-styles.ts';
import { ChangeList } from './change-list.tsx';
import { KeyList } from './key-list.tsx';
import { PageSnippet } from './page-snippet.tsx';
import { StoreList } from './store-list.tsx';
import { UserList } from './user-list.tsx';

adoptStyles(shopStyles);

const parts = [
	{ name: 'stores', area: 'shop', Part: StoreList },
	{ name: 'snippet', area: 'shop', Part: PageSnippet },
	{ name: 'users', area: 'owner', Part: UserList },
	{ name: 'keys', area: 'owner', Part: KeyList },
	{ name: 'changes', area: 'owner', Part: ChangeList },
] as const;

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session } = useSession();
	const { names, go } = useRouter();
	const shown = parts.filter(({ area }) => mayRead(session, area));
	const chosen = shown.find(({ name }) => name === names[1]) ?? shown[0];
	if (chosen === undefined) return null;
	const { Part } = chosen;
	return (
		<>
			<PageHead title={texts.shell.shop} hint={texts.shop.hint} />
			<Tabs
				label={texts.shop.parts}
				tabs={shown.map(({ name }) => ({ name, title: texts.shop[name] }))}
				chosen={chosen.name}
				onChoose={(name) => go(name === 'stores' ? 'shop' : `shop/${name}`)}
			>
				<Part />
			</Tabs>
		</>
	);
};
