/** The dashboard: who is signed in sees the page of the address, whoever is not the page to sign in. */
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, toApiError } from './api-error.ts';
import { toApiUrl } from './call-api.ts';
import { untilConnected } from './connection.ts';
import { EnginesProvider } from './engines.tsx';
import { FailureBoundary } from './failure-boundary.tsx';
import { Layout } from './layout.tsx';
import { LinkOfAddress } from './link-form.tsx';
import { PageHead } from './page-head.tsx';
import { pageLoaders } from './page-loaders.ts';
import { EmptyState, LoadFailure, Loading, NoRight } from './page-states.tsx';
import { findPage, type PageEntry } from './pages.ts';
import { useRouter } from './router.tsx';
import { mayRead, type Session, SessionContext, useSession } from './session.tsx';
import { isSignedOut, signedIn } from './sign-in-again.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useSignal } from './signal.ts';
import { useLocale } from './texts.tsx';
import { type Loaded, useLoaded } from './use-loaded.ts';

export const App: FunctionComponent = () => {
	const loaded = useLoaded(readSession, 'session');
	if (loaded.value === undefined) return <Beginning loaded={loaded} />;
	return <SignedIn session={loaded.value} reload={loaded.reload} />;
};

/** Not by `callApi`: nobody who has not signed in yet is asked to sign in *again*. */
async function readSession(signal: AbortSignal): Promise<Session> {
	const response = await untilConnected(() => fetch(toApiUrl('/session'), { signal, cache: 'no-store' }), signal);
	if (!response.ok) throw await toApiError(response);
	return response.json();
}

const Beginning: FunctionComponent<{ readonly loaded: Loaded<Session> }> = ({
	loaded: { error, isLoading, reload },
}) => {
	if (error instanceof ApiError && error.status === 401) return <SignInPage onSignedIn={reload} />;
	return (
		<main class="sign-in">
			{error !== undefined && !isLoading ? <LoadFailure error={error} onRetry={reload} /> : null}
		</main>
	);
};

const SignedIn: FunctionComponent<{ readonly session: Session; readonly reload: () => void }> = ({
	session,
	reload,
}) => {
	const isEnded = useSignal(isSignedOut);
	const value = useMemo(() => ({ session, reload }), [session, reload]);
	/** What is on the page, and the calls that wait, are those of the same person alone. */
	async function goOn(): Promise<void> {
		const { user } = await readSession(new AbortController().signal);
		if (user.code !== session.user.code) return location.reload();
		signedIn();
		reload();
	}
	return (
		<SessionContext.Provider value={value}>
			<EnginesProvider>
				<Layout>
					<CurrentPage />
				</Layout>
				{isEnded ? <SignInAgainDialog onSignedIn={goOn} /> : <LinkOfAddress />}
			</EnginesProvider>
		</SessionContext.Provider>
	);
};

const CurrentPage: FunctionComponent = () => {
	const { texts } = useLocale();
	const { names } = useRouter();
	const { session } = useSession();
	const page = findPage(names);
	if (page === undefined) return <PageHead title={texts.shell.missingPage} hint={texts.shell.missingPageHint} />;
	if (!mayRead(session, page.area)) {
		return (
			<>
				<PageHead title={texts.shell[page.name]} />
				<NoRight area={page.area} />
			</>
		);
	}
	const { pageFailed, pageFailedHint, reload } = texts.shell;
	return (
		<FailureBoundary key={page.name} title={pageFailed} hint={pageFailedHint} reloadText={reload}>
			<LoadedPage page={page} />
		</FailureBoundary>
	);
};

const LoadedPage: FunctionComponent<{ readonly page: PageEntry }> = ({ page }) => {
	const { texts } = useLocale();
	const [module, setModule] = useState<{ readonly Page: FunctionComponent }>();
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => {
		pageLoaders[page.name]().then(setModule, (error) => {
			console.error(error);
			setFailed(true);
		});
	}, [page]);
	if (hasFailed) {
		return (
			<EmptyState icon="info" title={texts.shell.outdated}>
				<button type="button" class="button strong" onClick={() => location.reload()}>
					{texts.shell.reload}
				</button>
			</EmptyState>
		);
	}
	return module === undefined ? <Loading /> : <module.Page />;
};
