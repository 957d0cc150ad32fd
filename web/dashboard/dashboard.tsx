/** `/dashboard.js`: the pages below `/dashboard`. */
import { render } from 'preact';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { App } from './shell/app.tsx';
import { loadEarly } from './shell/page-loaders.ts';
import { RouterProvider, readPageNames } from './shell/router.tsx';
import { LocaleProvider } from './shell/texts.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';
import { dashboardStyles } from './styles/dashboard-styles.ts';

applyTheme(readTheme());
adoptStyles(dashboardStyles);
loadEarly(readPageNames());
render(
	<LocaleProvider>
		<RouterProvider>
			<App />
		</RouterProvider>
	</LocaleProvider>,
	document.body,
);
