/**
 * Do everyday queries show the right things? Sixty queries over two real catalogues, each with a check of the first ten
 * by the fields of the catalogue.
 *
 *     npm run bench -- query-checks --data DIR [--wrong] [--show "laptop under 500"]
 *
 * DIR has `icecat/products.jsonl.gz` and `amazon-in/products.jsonl.gz`. Each query is asked as a shopper would ask it,
 * without `query_name`. The table was written before the ranking was tuned by it, and its rows do not change. A row is
 * right when enough of the first ten are what was asked for, and none is what the query excludes. Plain BM25 over the
 * titles and the other words that shoppers read is the reference in the same run. `--wrong` lists the first ten of rows
 * that are wrong, `--show` of one row, and may be given several times.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { indexCatalogue, type Product, readProducts } from './catalogue-search.ts';
import { type Measurement, toTable } from './measurement.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { amazonChecks, toAmazonProduct } from './query-checks/amazon-checks.ts';
import { icecatChecks, toIcecatProduct } from './query-checks/icecat-checks.ts';
import {
	type CheckResult,
	checkedDepth,
	checkFirstTen,
	checkKinds,
	type QueryCheck,
	textOf,
} from './query-checks/query-check.ts';

const rightRowsMin = 57;
/** A row that no search can get right measures nothing. */
const existingMin = 10;

interface CheckedCatalogue {
	readonly name: string;
	readonly checks: readonly QueryCheck[];
	readonly toProduct: (product: Product) => Product;
	/** What plain BM25 searches. */
	readonly plainFields: readonly string[];
}

const catalogues: readonly CheckedCatalogue[] = [
	{
		name: 'icecat',
		checks: icecatChecks,
		toProduct: toIcecatProduct,
		plainFields: ['title', 'name', 'supplier', 'short_description'],
	},
	{ name: 'amazon-in', checks: amazonChecks, toProduct: toAmazonProduct, plainFields: ['title', 'categories'] },
];

interface CheckedRow {
	readonly catalogue: string;
	readonly check: QueryCheck;
	readonly ours: CheckResult;
	readonly plain: CheckResult;
	readonly first: readonly Product[];
	/** Right products in the whole catalogue. */
	readonly existing: number;
}

/** @returns an empty list when the data is missing. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			data: { type: 'string', default: '' },
			wrong: { type: 'boolean', default: false },
			show: { type: 'string', multiple: true, default: [] },
		},
	});
	const toPath = (name: string) => join(values.data, name, 'products.jsonl.gz');
	if (!catalogues.every(({ name }) => existsSync(toPath(name)))) {
		console.log(`No catalogues in "${values.data}": nothing checked. Say where they are with --data DIR.`);
		return [];
	}
	const rows = catalogues.flatMap((catalogue) => checkCatalogue(catalogue, readProducts(toPath(catalogue.name))));
	for (const row of rows) {
		console.log(describe(row));
		if ((values.wrong && !row.ours.isMet) || values.show.includes(row.check.query)) showFirst(row);
	}
	return toMeasurements(rows);
}

function checkCatalogue(catalogue: CheckedCatalogue, raw: readonly Product[]): CheckedRow[] {
	const products = raw.map(catalogue.toProduct);
	const byId = new Map(products.map((product) => [product.id, product]));
	const index = indexCatalogue(products);
	const texts = products.map((product) => catalogue.plainFields.map((name) => textOf(product, name)).join(' '));
	const plainIndex = createPlainBm25(texts);
	return catalogue.checks.map((check) => {
		const first = index.search(check.query, checkedDepth).map((id) => byId.get(id) as Product);
		const plain = plainIndex.search(check.query).slice(0, checkedDepth);
		const existing = products.filter(check.isRight).length;
		assert.ok(existing >= existingMin, `only ${existing} products are right for "${check.query}"`);
		return {
			catalogue: catalogue.name,
			check,
			ours: checkFirstTen(check, first),
			plain: checkFirstTen(
				check,
				plain.map((ordinal) => products[ordinal] as Product),
			),
			first,
			existing,
		};
	});
}

function describe({ catalogue, check, ours, plain, first, existing }: CheckedRow): string {
	const toText = ({ rightCount, forbiddenCount, isMet }: CheckResult) =>
		`${isMet ? 'right' : 'WRONG'} ${String(rightCount).padStart(2)}${forbiddenCount > 0 ? ` −${forbiddenCount}` : ''}`;
	return [
		catalogue.padEnd(9),
		check.kind.padEnd(9),
		check.query.padEnd(27),
		toText(ours).padEnd(12),
		`≥ ${check.rightMin}`.padEnd(5),
		`plain ${toText(plain)}`.padEnd(18),
		`${existing} ${check.meaning}${first.length < checkedDepth ? `; only ${first.length} found` : ''}`,
	].join('  ');
}

function showFirst({ check, first }: CheckedRow): void {
	for (const [index, product] of first.entries()) {
		const sign = check.isForbidden?.(product) === true ? '−' : check.isRight(product) ? '+' : ' ';
		const category = textOf(product, 'attr_t_product_type') || textOf(product, 'categories');
		const facts = [textOf(product, 'supplier'), category, product.best_price].filter((fact) => fact !== '');
		console.log(
			`    ${String(index + 1).padStart(2)} ${sign} ${textOf(product, 'title').slice(0, 100)}  [${facts.join(', ')}]`,
		);
	}
}

function toMeasurements(rows: readonly CheckedRow[]): Measurement[] {
	const row = (what: string, of: readonly CheckedRow[], target?: number): Measurement => {
		const ours = of.filter((entry) => entry.ours.isMet).length;
		return {
			what: `${what}: rows that are right, of ${of.length} (plain BM25)`,
			ours,
			reference: of.filter((entry) => entry.plain.isMet).length,
			unit: 'rows',
			score: ours,
			target: target === undefined ? '–' : `≥ ${target}`,
			isMet: target === undefined || ours >= target,
		};
	};
	return [
		...checkKinds.map((kind) =>
			row(
				kind,
				rows.filter(({ check }) => check.kind === kind),
			),
		),
		...catalogues.map(({ name }) =>
			row(
				name,
				rows.filter(({ catalogue }) => catalogue === name),
			),
		),
		row('all', rows, rightRowsMin),
	];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const measurements = await run(process.argv.slice(2));
	if (measurements.length > 0) console.log(toTable(measurements));
}
