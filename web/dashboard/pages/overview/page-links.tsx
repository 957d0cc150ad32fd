/** The way to the other pages, for people without the right to statistics. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { pages, toPagePath } from '../../shell/pages.ts';
import { PageLink } from '../../shell/router.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';

export const PageLinks: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session } = useSession();
	const shown = pages.filter(({ name, area }) => name !== 'overview' && mayRead(session, area));
	return (
		<section class="stack">
			<p class="muted">{texts.overview.noStatistics}</p>
			<ul class="cards">
				{shown.map(({ name }) => (
					<li key={name}>
						<PageLink class="card page-link" to={toPagePath(name)}>
							<Icon name={name} />
							<strong>{texts.shell[name]}</strong>
							<span class="muted">{texts.overview.pages[name as keyof typeof texts.overview.pages]}</span>
						</PageLink>
					</li>
				))}
			</ul>
		</section>
	);
};
