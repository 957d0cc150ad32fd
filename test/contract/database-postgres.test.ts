import { testPostgresDatabase } from './postgres-database.ts';

testPostgresDatabase('PostgreSQL', (url) => url);
