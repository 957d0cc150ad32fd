import type { FunctionComponent } from 'preact';
import { PageHead } from '../../shell/page-head.tsx';
import { useLocale } from '../../shell/texts.tsx';

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	return <PageHead title={texts.shell.overview} />;
};
