/** Stores, users, keys and changes as the admin API has them. */
import type { RightArea, RightLevel } from '../../shell/session.tsx';

export interface Store {
	readonly id: string;
	readonly name: string;
	readonly allowed_domains: readonly string[];
	readonly cors_enforced: boolean;
	readonly blocked_ips: readonly string[];
	readonly attribution_hours: number;
}

export type Rights = Readonly<Record<RightArea, RightLevel>>;

export interface User {
	readonly code: string;
	readonly name: string;
	readonly email: string | null;
	readonly role: 'owner' | 'member';
	readonly rights: Rights;
	readonly second_factor: boolean;
	readonly created_at: string;
}

export interface ApiKey {
	readonly id: string;
	readonly name: string;
	readonly user_code: string;
	readonly created_at: string;
	readonly revoked_at: string | null;
}

export interface IssuedKey {
	readonly id: string;
	readonly name: string;
	/** Shown once. */
	readonly key: string;
}
