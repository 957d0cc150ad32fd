/**
 * Schema version 2: what is asked about scrolls is asked about those that have still something to show, so their index
 * has those alone.
 */
export const secondMigration: readonly string[] = [
	'drop index scroll_generation',
	`create index scroll_showing on scroll (generation_id, snapshot_seq, position) where position < snapshot_seq`,
];
