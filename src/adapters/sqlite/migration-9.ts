/** Schema version 9: what owners say of the fields of an index; null where they said nothing. */
export const ninthMigration: readonly string[] = ['alter table search_index add column field_overrides text'];
