/** Schema version 9: the owner's overrides of the fields of an index; null if there are none. */
export const ninthMigration: readonly string[] = ['alter table search_index add column field_overrides text'];
