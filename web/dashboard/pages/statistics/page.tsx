/** Statistics: a list of all reports, each of them, the raw events, and the data of one shopper. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { WithEngine } from '../../shell/engines.tsx';
import { EmptyState } from '../../shell/page-states.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { statisticsStyles } from '../../styles/statistics-styles.ts';
import { EventsPage } from './events-page.tsx';
import { ReportList } from './report-list.tsx';
import { ReportPage } from './report-page.tsx';
import { isReportPath } from './reports.ts';
import { ShopperPage } from './shopper-page.tsx';

adoptStyles(statisticsStyles);

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	const { names } = useRouter();
	const path = names.slice(1).join('/');
	if (path === '') return <ReportList />;
	if (path === 'events') return <WithEngine>{(engine) => <EventsPage engine={engine} />}</WithEngine>;
	if (path === 'shopper')
		return <WithEngine>{(engine) => <ShopperPage key={engine.hashid} engine={engine} />}</WithEngine>;
	if (isReportPath(path)) return <WithEngine>{(engine) => <ReportPage path={path} engine={engine} />}</WithEngine>;
	return <EmptyState icon="info" title={texts.shell.missingPage} hint={texts.shell.missingPageHint} />;
};
