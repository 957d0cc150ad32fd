/** The stores of the account: which pages may call, which addresses may not. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { StoreDialog } from './store-dialog.tsx';
import { useEdited } from './use-edited.ts';
import type { Store } from './wire.ts';

export const StoreList: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session } = useSession();
	const loaded = useLoaded((signal) => callApi<readonly Store[]>('/stores', { signal }), 'stores');
	const edited = useEdited<Store>(loaded.reload);
	const isWritable = mayWrite(session, 'shop');
	return (
		<>
			{isWritable ? (
				<div class="actions">
					<button type="button" class="button strong" onClick={edited.begin}>
						<Icon name="plus" size={18} />
						{texts.shop.newStore}
					</button>
				</div>
			) : (
				<Notice kind="info">{texts.shell.readOnly}</Notice>
			)}
			<WhenLoaded loaded={loaded} area="shop">
				{(stores) =>
					stores.length === 0 ? (
						<EmptyState icon="shop" title={texts.shop.noStores} hint={texts.shop.noStoresHint} />
					) : (
						<div class="columns">
							{stores.map((store) => (
								<StoreCard key={store.id} store={store} onEdit={() => edited.open(toPath`/stores/${store.id}`)} />
							))}
						</div>
					)
				}
			</WhenLoaded>
			{edited.answer !== undefined && (
				<StoreDialog
					answer={edited.answer === 'new' ? undefined : edited.answer}
					isWritable={isWritable}
					onClose={edited.close}
					onChanged={edited.done}
				/>
			)}
		</>
	);
};

interface StoreCardProps {
	readonly store: Store;
	readonly onEdit: () => void;
}

const StoreCard: FunctionComponent<StoreCardProps> = ({ store, onEdit }) => {
	const { texts, number } = useLocale();
	return (
		<section class="card stack">
			<div class="row">
				<h2 class="grow" dir="auto">
					{store.name}
				</h2>
				<button type="button" class="button small" onClick={onEdit}>
					<Icon name="edit" size={16} />
					{texts.shell.edit}
				</button>
			</div>
			{store.cors_enforced && store.allowed_domains.length === 0 && (
				<Notice kind="warning">{texts.shop.nobodyMayCall}</Notice>
			)}
			<dl class="pairs">
				<dt>{texts.shop.domains}</dt>
				<dd>{store.cors_enforced ? <Domains domains={store.allowed_domains} /> : texts.shop.anyPage}</dd>
				<dt>{texts.shop.blocked}</dt>
				<dd>{number(store.blocked_ips.length)}</dd>
				<dt>{texts.shop.attribution}</dt>
				<dd>{number(store.attribution_hours)}</dd>
				<dt>ID</dt>
				<dd class="mono">{store.id}</dd>
			</dl>
		</section>
	);
};

/** Of more, the dialog has all. */
const shownDomainsMax = 5;

const Domains: FunctionComponent<{ readonly domains: readonly string[] }> = ({ domains }) => {
	const { texts, fillCount } = useLocale();
	if (domains.length === 0) return <>{texts.shop.noDomains}</>;
	const shown = domains.length > shownDomainsMax + 1 ? domains.slice(0, shownDomainsMax) : domains;
	return (
		<ul>
			{shown.map((domain) => (
				<li key={domain} dir="auto">
					{domain}
				</li>
			))}
			{shown.length < domains.length && (
				<li class="hint">{fillCount(texts.shop.moreDomains, domains.length - shown.length)}</li>
			)}
		</ul>
	);
};
