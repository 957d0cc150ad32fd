/** Schema version 15: which server keys each node knows, by their fingerprints; the one that seals comes first. */
export const fifteenthMigration: readonly string[] = [
	`alter table node add column server_keys text collate "C" not null default ''`,
];
