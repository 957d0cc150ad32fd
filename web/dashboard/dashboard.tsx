/** `/dashboard.js`: the pages below `/dashboard`. */
import { render } from 'preact';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { App } from './shell/app.tsx';
import { RouterProvider } from './shell/router.tsx';
import { LocaleProvider } from './shell/texts.tsx';
import { applyTheme, readTheme } from './shell/theme.ts';
import { dashboardStyles } from './styles/dashboard-styles.ts';

applyTheme(readTheme());
adoptStyles(dashboardStyles);
render(
	<LocaleProvider>
		<RouterProvider>
			<App />
		</RouterProvider>
	</LocaleProvider>,
	document.body,
);
