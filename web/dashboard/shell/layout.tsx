/** What stands around every page: the menu, the choice of the engine, and who is signed in. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isConnected } from './connection.ts';
import { EnginePicker } from './engines.tsx';
import { findPage, pages, toPagePath } from './pages.ts';
import { PageLink, toServerUrl, useRouter } from './router.tsx';
import { mayRead, useSession } from './session.tsx';
import { useSignal } from './signal.ts';
import { type Language, languages, useLocale } from './texts.tsx';
import { chooseTheme, readTheme, type Theme, themes } from './theme.ts';
import { Toasts } from './toasts.tsx';

export const Layout: FunctionComponent<{ readonly children: ComponentChildren }> = ({ children }) => {
	const { texts } = useLocale();
	const { names } = useRouter();
	const [isOpen, setOpen] = useState(false);
	const main = useRef<HTMLElement>(null);
	const path = names.join('/');
	const isFirst = useRef(true);
	useEffect(() => {
		setOpen(false);
		// A control that leads to another part of its own page, such as a tab, keeps the focus.
		if (!isFirst.current && main.current?.contains(document.activeElement) === false)
			main.current.focus({ preventScroll: true });
		isFirst.current = false;
	}, [path]);
	return (
		<div class="frame">
			<a class="skip" href="#content">
				{texts.shell.skip}
			</a>
			<header>
				<div class="bar-top">
					<button
						type="button"
						class="quiet"
						aria-expanded={isOpen}
						aria-controls="menu"
						aria-label={isOpen ? texts.shell.closeMenu : texts.shell.menu}
						onClick={() => setOpen(!isOpen)}
					>
						<Icon name={isOpen ? 'close' : 'menu'} />
					</button>
					<span class="logo">Vitrine</span>
				</div>
				<div id="menu" class={isOpen ? 'side open' : 'side'}>
					<Menu />
				</div>
			</header>
			<main id="content" ref={main} tabIndex={-1}>
				<LostConnection />
				{children}
			</main>
			<Toasts />
		</div>
	);
};

const Menu: FunctionComponent = () => {
	const { texts } = useLocale();
	const { names } = useRouter();
	const { session } = useSession();
	const current = findPage(names)?.name;
	const shown = pages.filter(({ name, area }) => name !== 'profile' && mayRead(session, area));
	return (
		<>
			<PageLink class="logo" to="">
				<img src={toServerUrl('welcome/icon.svg')} alt="" width={28} height={28} />
				Vitrine
			</PageLink>
			<EnginePicker keepsPage={findPage(names)?.isOfEngines} />
			<nav aria-label={texts.shell.pages}>
				<ul>
					{shown.map(({ name }) => (
						<li key={name}>
							<PageLink to={toPagePath(name)} aria-current={name === current ? 'page' : undefined}>
								<Icon name={name} />
								{texts.shell[name]}
							</PageLink>
						</li>
					))}
				</ul>
			</nav>
			<div class="side-end">
				<PageLink to="profile" class="who" aria-current={current === 'profile' ? 'page' : undefined}>
					<Icon name="profile" />
					<span>
						<strong>{session.user.name}</strong>
						<span class="muted">{session.account.name}</span>
					</span>
				</PageLink>
				<ul class="small-links">
					<li>
						<a href={toServerUrl('docs')}>{texts.shell.apiReference}</a>
					</li>
					<li>
						<a href={toServerUrl('demo')}>{texts.shell.demoShop}</a>
					</li>
				</ul>
				<Choices />
			</div>
		</>
	);
};

/** Language and colours: also for people who are not signed in. */
export const Choices: FunctionComponent = () => {
	const { texts, language, chooseLanguage } = useLocale();
	const [theme, setTheme] = useState(readTheme);
	return (
		<div class="choices">
			<Field label={texts.shell.language}>
				<select value={language} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}>
					{Object.entries(languages).map(([tag, name]) => (
						<option key={tag} value={tag} lang={tag}>
							{name}
						</option>
					))}
				</select>
			</Field>
			<Field label={texts.shell.theme}>
				<select
					value={theme}
					onChange={({ currentTarget }) => {
						const next = currentTarget.value as Theme;
						chooseTheme(next);
						setTheme(next);
					}}
				>
					{themes.map((name) => (
						<option key={name} value={name}>
							{texts.shell.themes[name]}
						</option>
					))}
				</select>
			</Field>
		</div>
	);
};

const LostConnection: FunctionComponent = () => {
	const { texts } = useLocale();
	return useSignal(isConnected) ? null : <Notice kind="warning">{texts.shell.connectionLost}</Notice>;
};
