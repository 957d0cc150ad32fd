/** The page of the dashboard that the address names. Filters are in the query, so that a page can be sent to somebody. */
import { type ComponentChildren, type ComponentProps, createContext, type FunctionComponent } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { afterPaint } from './after-paint.ts';
import { readPagePath, serverRoot, toPageUrl } from './root.ts';

export interface Router {
	/** The names of the path below `/dashboard`, decoded: none for the first page. */
	readonly names: readonly string[];
	readonly query: URLSearchParams;
	/**
	 * @param path below `/dashboard`: of `toPath`, without the slash at its start
	 * @returns whether it went there: who has unsaved changes may want to stay
	 */
	go(path: string, query?: Readonly<Record<string, string | undefined>>): boolean;
	/** Changes the query alone: undefined and empty values are removed. @param replaces leaves no step to go back */
	changeQuery(change: Readonly<Record<string, string | undefined>>, replaces?: boolean): void;
}

const RouterContext = createContext<Router | undefined>(undefined);

export function useRouter(): Router {
	const router = useContext(RouterContext);
	if (router === undefined) throw new Error('a component of the dashboard stands outside of its router');
	return router;
}

/** Asks whether to leave a page with changes that are not saved. @returns whether to stay */
type LeaveGuard = () => boolean;
const guards = new Set<LeaveGuard>();

/** While `isUnsaved`, leaving the page asks first, whether by a link, the way back or a closed window. */
export function useUnsavedGuard(isUnsaved: boolean, question: string): void {
	useEffect(() => {
		if (!isUnsaved) return;
		const guard = () => !confirm(question);
		const warn = (event: BeforeUnloadEvent) => event.preventDefault();
		guards.add(guard);
		addEventListener('beforeunload', warn);
		return () => {
			guards.delete(guard);
			removeEventListener('beforeunload', warn);
		};
	}, [isUnsaved, question]);
}

function staysForChanges(): boolean {
	return [...guards].some((guard) => guard());
}

interface Shown {
	readonly path: string;
	readonly search: string;
}

function readShown(): Shown {
	return { path: readPagePath(location.pathname) ?? '', search: location.search };
}

/** The names of the path that the address has below `/dashboard`, decoded. */
export function readPageNames(): readonly string[] {
	return toNames(readShown().path);
}

function toNames(path: string): readonly string[] {
	return path === '' ? [] : path.split('/').map(decodeURIComponent);
}

export const RouterProvider: FunctionComponent<{ readonly children: ComponentChildren }> = ({ children }) => {
	const [shown, setShown] = useState(readShown);
	const current = useRef(location.href);
	const show = useCallback(() => {
		current.current = location.href;
		setShown(readShown());
	}, []);
	// The click is answered at once, by the line at the top; the page that it asks for is built after that was painted.
	const showSoon = useCallback(() => {
		current.current = location.href;
		document.documentElement.dataset.going = '';
		afterPaint(() => {
			scrollTo(0, 0);
			show();
			delete document.documentElement.dataset.going;
		});
	}, [show]);
	// In the task that read the address: an effect after the paint misses a step back that is made before it.
	useLayoutEffect(() => {
		const onPop = () => {
			if (staysForChanges()) history.pushState(null, '', current.current);
			else show();
		};
		addEventListener('popstate', onPop);
		return () => removeEventListener('popstate', onPop);
	}, [show]);
	const router = useMemo<Router>(
		() => ({
			names: toNames(shown.path),
			query: new URLSearchParams(shown.search),
			go(path, query = {}) {
				// Another engine is another page, also at the same path.
				const isElsewhere =
					shown.path !== path || new URLSearchParams(shown.search).get('engine') !== (query.engine ?? null);
				if (isElsewhere && staysForChanges()) return false;
				const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
				history.pushState(null, '', toPageUrl(path, new URLSearchParams(given)));
				if (shown.path === path) show();
				else showSoon();
				return true;
			},
			changeQuery(change, replaces = false) {
				const { path, search } = readShown();
				const query = new URLSearchParams(search);
				for (const [name, value] of Object.entries(change)) {
					if (value) query.set(name, value);
					else query.delete(name);
				}
				history[replaces ? 'replaceState' : 'pushState'](null, '', toPageUrl(path, query));
				show();
			},
		}),
		[shown, show, showSoon],
	);
	return <RouterContext.Provider value={router}>{children}</RouterContext.Provider>;
};

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'role'> {
	/** Below `/dashboard`, encoded, without a slash at its start. */
	readonly to: string;
	readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A link to a page of the dashboard; it opens in a new tab where that is asked for. */
export const PageLink: FunctionComponent<PageLinkProps> = ({ to, query = {}, ...rest }) => {
	const router = useRouter();
	const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
	return (
		<a
			{...rest}
			href={toPageUrl(to, new URLSearchParams(given))}
			onClick={(event) => {
				if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
				event.preventDefault();
				router.go(to, query);
			}}
		/>
	);
};

/** An address of the server outside of the dashboard, such as `docs`. */
export function toServerUrl(path: string): string {
	return new URL(path, serverRoot).href;
}
