/**
 * Spans of statements, by OpenTelemetry's conventions for databases. A statement is traced as a part of a call that is:
 * polls and heartbeats are not. Its text has placeholders in the place of all values.
 */
import type { Attributes } from '@opentelemetry/api';
import { isTraced, type SpanOptions, traceCall, traceStep } from '../../lib/tracing.ts';

/** What is the same for all statements of a connection: `db.system.name`, and where the server is if there is one. */
export type StatementSource = Attributes & { readonly 'db.system.name': 'postgresql' | 'sqlite' };

/** By text; texts are constants, but for a few that are made for one call. */
const spansOfTexts = new Map<string, SpanOptions>();
const spansOfTextsMax = 2_000;

/** Runs a statement that answers later. */
export function traceStatement<T>(source: StatementSource, sql: string, work: () => Promise<T>): Promise<T> {
	return isTraced() ? traceCall(toSpan(source, sql), work) : work();
}

/** Runs a statement that answers at once. */
export function traceStatementStep<T>(source: StatementSource, sql: string, work: () => T): T {
	return isTraced() ? traceStep(toSpan(source, sql), work) : work();
}

function toSpan(source: StatementSource, sql: string): SpanOptions {
	const known = spansOfTexts.get(sql);
	if (known !== undefined) return known;
	const { operation, table } = readSummary(sql);
	const summary = table === undefined ? operation : `${operation} ${table}`;
	const span: SpanOptions = {
		name: summary,
		kind: 'client',
		attributes: {
			...source,
			'db.query.text': sql,
			'db.query.summary': summary,
			'db.operation.name': operation,
			...(table !== undefined && { 'db.collection.name': table }),
		},
	};
	if (spansOfTexts.size >= spansOfTextsMax) spansOfTexts.clear();
	spansOfTexts.set(sql, span);
	return span;
}

/** What the statement does to which table; a `with` is called after the first table that it writes, or else reads. */
function readSummary(sql: string): { readonly operation: string; readonly table: string | undefined } {
	const [first = ''] = /^\s*\w+/.exec(sql) ?? [];
	const operation = first.trim().toUpperCase();
	const written = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)/i.exec(sql);
	if (operation === 'WITH' && written?.[1] !== undefined) {
		return { operation: written[1].split(/\s/)[0]?.toUpperCase() ?? operation, table: written[2] };
	}
	const read = /\bfrom\s+(?:only\s+)?"?(\w+)/i.exec(sql);
	const table = operation === 'SELECT' || operation === 'WITH' ? read?.[1] : written?.[2];
	return { operation: operation === 'WITH' ? 'SELECT' : operation, table };
}
