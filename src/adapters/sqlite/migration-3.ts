/** Schema version 3: the events of one search engine, which statistics are asked about, are found without a scan. */
export const thirdMigration: readonly string[] = ['create index event_engine on event (hashid, kind, serial)'];
