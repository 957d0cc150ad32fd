/** What to do first, in a shop where nothing was counted yet. */
import type { FunctionComponent } from 'preact';
import { CopiedText } from '../../shell/copied-text.tsx';
import type { Engine } from '../../shell/engines.tsx';
import { PageLink, toServerUrl } from '../../shell/router.tsx';
import { mayRead, type NeededArea, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';

interface Step {
	readonly name: 'products' | 'preview' | 'snippet' | 'widgets';
	readonly to?: 'catalogue' | 'preview' | 'recommendations';
	readonly area: NeededArea;
}

const steps: readonly Step[] = [
	{ name: 'products', to: 'catalogue', area: 'catalogue' },
	{ name: 'preview', to: 'preview', area: 'search_settings' },
	{ name: 'snippet', area: 'everyone' },
	{ name: 'widgets', to: 'recommendations', area: 'recommendations' },
];

export const FirstSteps: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	return (
		<section class="card stack first-steps" aria-labelledby="first-steps">
			<div>
				<h2 id="first-steps">{texts.overview.firstSteps}</h2>
				<p class="muted">{texts.overview.firstStepsHint}</p>
			</div>
			<ol class="stack">
				{steps.map(({ name, to, area }) => {
					const { title, hint } = texts.overview.steps[name];
					return (
						<li key={name}>
							<div class="stack tight">
								<h3>{title}</h3>
								<p class="muted">{hint}</p>
								{name === 'snippet' && <Snippet engine={engine} />}
								{to !== undefined && mayRead(session, area) && (
									<p>
										<PageLink class="button" to={to} query={{ engine: engine.hashid }}>
											{texts.shell[to]}
										</PageLink>
									</p>
								)}
							</div>
						</li>
					);
				})}
			</ol>
		</section>
	);
};

const Snippet: FunctionComponent<{ readonly engine: Engine }> = ({ engine: { hashid, currency } }) => {
	const ofCurrency = currency ? ` currency="${currency}"` : '';
	const html = [
		`<script type="module" src="${toServerUrl('storefront.js')}"></script>`,
		`<vitrine-search engine="${hashid}"${ofCurrency} results-url="/search"></vitrine-search>`,
		`<vitrine-results engine="${hashid}"${ofCurrency}></vitrine-results>`,
	].join('\n');
	return <CopiedText text={html} />;
};
