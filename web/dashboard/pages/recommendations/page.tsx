/** Widgets: their list, and each by itself. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { useRouter } from '../../shell/router.tsx';
import { recommendationStyles } from '../../styles/recommendations-styles.ts';
import { WidgetList } from './widget-list.tsx';
import { WidgetPage } from './widget-page.tsx';

adoptStyles(recommendationStyles);

export const Page: FunctionComponent = () => {
	const [, id] = useRouter().names;
	return id === undefined ? <WidgetList /> : <WidgetPage key={id} id={id} />;
};
