/** Schema version 3: the events of one search engine, which statistics need, are found without a scan. */
export const thirdMigration: readonly string[] = ['create index event_engine on event (hashid, kind, serial)'];
