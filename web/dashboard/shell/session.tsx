/** Who is signed in, and what that person may do. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type RightArea = 'catalogue' | 'search_settings' | 'recommendations' | 'statistics' | 'shop';
export type RightLevel = 'none' | 'read' | 'write';

/** The answer to `GET /dashboard/api/session`. */
export interface Session {
	readonly account: { readonly id: string; readonly name: string };
	readonly user: {
		readonly code: string;
		readonly name: string;
		readonly email: string | null;
		readonly role: 'owner' | 'member';
		readonly rights: Readonly<Record<RightArea, RightLevel>>;
	};
	readonly method: string;
	/** Whether signing in by password or link asks for a code. */
	readonly has_second_factor: boolean;
	readonly created_at: string;
	readonly expires_at: string;
}

export interface SessionContextValue {
	readonly session: Session;
	reload(): void;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function useSession(): SessionContextValue {
	const value = useContext(SessionContext);
	if (value === undefined) throw new Error('a component of the dashboard stands outside of its session');
	return value;
}

/** `owner`: what no right is enough for. */
export type NeededArea = RightArea | 'owner' | 'everyone';

export function mayRead(session: Session, area: NeededArea): boolean {
	return includes(session, area, ['read', 'write']);
}

export function mayWrite(session: Session, area: NeededArea): boolean {
	return includes(session, area, ['write']);
}

function includes({ user }: Session, area: NeededArea, levels: readonly RightLevel[]): boolean {
	if (user.role === 'owner' || area === 'everyone') return true;
	return area !== 'owner' && levels.includes(user.rights[area]);
}
