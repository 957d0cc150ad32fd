/**
 * The same catalogue and queries on SQLite FTS5, as its manual recommends: a contentless table for the words, and an
 * ordinary one with indexes for filters and counts. It does not have to do what it cannot: the words that a misspelt one
 * may mean are found for it beforehand, so that it searches for the same words, and it need not count all hits.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type BenchQuery, hitsPerQuery } from './fulltext-queries.ts';
import type { Product } from './synthetic-catalogue.ts';

export interface Fts5Index {
	add(number: number, product: Product): void;
	/** Completes the loading. */
	finish(): void;
	/** Answers a query; `similar` are the words that its misspelt word may mean. @returns the number of hits. */
	search(query: BenchQuery, similar: readonly string[]): number;
	close(): void;
}

export function createFts5Index(): Fts5Index {
	const db = new DatabaseSync(':memory:');
	db.exec(`
		PRAGMA cache_size = -2000000; PRAGMA temp_store = MEMORY;
		CREATE VIRTUAL TABLE words USING fts5(title, description, brand, categories, content='', prefix='3 4');
		CREATE TABLE products(number INTEGER PRIMARY KEY, brand TEXT, colour TEXT, price REAL);
		CREATE TABLE categories(number INTEGER, category TEXT);
		CREATE TEMP TABLE hits(number INTEGER PRIMARY KEY, score REAL);
		BEGIN`);
	const addWords = db.prepare('INSERT INTO words(rowid, title, description, brand, categories) VALUES (?, ?, ?, ?, ?)');
	const addProduct = db.prepare('INSERT INTO products VALUES (?, ?, ?, ?)');
	const addCategory = db.prepare('INSERT INTO categories VALUES (?, ?)');
	const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

	function all(sql: string, ...values: SQLInputValue[]): number {
		let statement = statements.get(sql);
		if (statement === undefined) {
			statement = db.prepare(sql);
			statements.set(sql, statement);
		}
		return statement.all(...values).length;
	}

	return {
		add(number, { title, description, brand, categories, colour, price }) {
			addWords.run(number, title, description, brand, categories.join(' '));
			addProduct.run(number, brand, colour, price);
			for (const category of categories) addCategory.run(number, category);
		},
		finish() {
			db.exec(`COMMIT; CREATE INDEX by_category ON categories(category, number); CREATE INDEX by_number ON categories(number);
				CREATE INDEX by_brand ON products(brand); INSERT INTO words(words) VALUES ('optimize')`);
		},
		search(query, similar) {
			if (!query.queryClass.endsWith('facets')) return all(rankedSql, toMatch(query, similar));
			return searchWithFacets(query, all);
		},
		close: () => db.close(),
	};
}

const rankedSql = `SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ${hitsPerQuery}`;

function toMatch({ queryClass, words, isMisspelt }: BenchQuery, similar: readonly string[] = []): string {
	if (queryClass === 'prefix') return `${words[0]}*`;
	if (queryClass === 'three terms, any' || queryClass === 'three terms, filled') return words.join(' OR ');
	if (isMisspelt) return `(${[words[0], ...similar].join(' OR ')}) AND ${words[1]}`;
	return words.join(' AND ');
}

/** Hits are written to a temporary table once; hits and facets are read from it. */
function searchWithFacets(query: BenchQuery, all: (sql: string, ...values: SQLInputValue[]) => number): number {
	const { category, brand, priceMin = 0, priceMax = 0 } = query;
	all('DELETE FROM hits');
	let count: number;
	if (category !== undefined) {
		all('INSERT INTO hits SELECT DISTINCT number, 0 FROM categories WHERE category = ?', category);
		count = all(`SELECT number FROM hits JOIN products USING (number) ORDER BY price LIMIT ${hitsPerQuery}`);
	} else if (brand !== undefined) {
		all(
			`INSERT INTO hits SELECT words.rowid, rank FROM words JOIN products ON number = words.rowid
				WHERE words MATCH ? AND products.brand = ? AND price BETWEEN ? AND ?`,
			toMatch(query),
			brand,
			priceMin,
			priceMax,
		);
		count = all(`SELECT number FROM hits ORDER BY score LIMIT ${hitsPerQuery}`);
	} else {
		all('INSERT INTO hits SELECT rowid, rank FROM words WHERE words MATCH ?', toMatch(query));
		count = all(`SELECT number FROM hits ORDER BY score LIMIT ${hitsPerQuery}`);
	}
	all('SELECT brand, count(*) AS n FROM hits JOIN products USING (number) GROUP BY brand ORDER BY n DESC LIMIT 20');
	all('SELECT colour, count(*) AS n FROM hits JOIN products USING (number) GROUP BY colour ORDER BY n DESC LIMIT 20');
	all(
		'SELECT category, count(*) AS n FROM hits JOIN categories USING (number) GROUP BY category ORDER BY n DESC LIMIT 20',
	);
	all('SELECT min(price), max(price), sum(price) FROM hits JOIN products USING (number)');
	return count;
}
