/** The rights of a user as a column: the owner has all of them, whatever is stored. */
import type { UserRole } from '../../domain/account/account.ts';
import { allRights, noRights, type Rights } from '../../domain/account/rights.ts';

export function toRightsColumn(rights: Rights): string {
	return JSON.stringify(Object.fromEntries(Object.entries(rights).filter(([, level]) => level !== 'none')));
}

export function readRights(column: string, role: UserRole): Rights {
	return role === 'owner' ? allRights : { ...noRights, ...(JSON.parse(column) as Partial<Rights>) };
}
