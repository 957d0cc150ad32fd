/** A table that sorts by a click on a column's head, and scrolls within itself where it is wider than the page. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

export interface Column<Row> {
	readonly name: string;
	readonly title: string;
	readonly render: (row: Row) => ComponentChildren;
	/** What the column sorts by; without it, it does not. Rows with null stay at the end. */
	readonly sortBy?: (row: Row) => string | number | null;
	/** Numbers stand at the end of their cells. */
	readonly isNumber?: boolean;
}

export interface DataTableProps<Row> {
	/** What the table shows, for screen readers. */
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly toKey: (row: Row) => string | number;
	/** Shows so many rows at once; without it, all. */
	readonly paging?: TablePaging;
}

export interface TablePaging {
	/** Rows at once. */
	readonly size: number;
	/** Which rows are shown, from 1. */
	readonly toText: (from: number, to: number) => string;
	/** Names of the buttons. */
	readonly next: string;
	readonly previous: string;
}

interface Order {
	readonly name: string;
	readonly isDescending: boolean;
}

export function DataTable<Row>({ caption, columns, rows, toKey, paging }: DataTableProps<Row>): JSX.Element {
	const id = useId();
	const [order, setOrder] = useState<Order>();
	const [wanted, setPage] = useState(0);
	const size = paging?.size ?? Math.max(rows.length, 1);
	const page = Math.min(wanted, Math.max(Math.ceil(rows.length / size) - 1, 0));
	const shown = sortRows(rows, columns, order).slice(page * size, (page + 1) * size);
	const table = (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
		<section class="table-frame" aria-labelledby={id} tabIndex={0}>
			<table>
				<caption id={id} class="hidden">
					{caption}
				</caption>
				<thead>
					<tr>
						{columns.map((column) => (
							<HeadCell
								key={column.name}
								column={column}
								order={order}
								onOrder={(next) => {
									setOrder(next);
									setPage(0);
								}}
							/>
						))}
					</tr>
				</thead>
				<tbody>
					{shown.map((row) => (
						<tr key={toKey(row)}>
							{columns.map(({ name, isNumber, render }) => (
								<td key={name} class={isNumber ? 'number' : undefined}>
									{render(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
	if (paging === undefined || rows.length <= size) return table;
	return (
		<div class="stack tight">
			{table}
			<Pager paging={paging} page={page} count={rows.length} onChoose={setPage} />
		</div>
	);
}

interface PagerProps {
	readonly paging: TablePaging;
	/** From 0. */
	readonly page: number;
	/** Of all rows. */
	readonly count: number;
	readonly onChoose: (page: number) => void;
}

function Pager({ paging: { size, toText, next, previous }, page, count, onChoose }: PagerProps): JSX.Element {
	const end = Math.min((page + 1) * size, count);
	return (
		<div class="row">
			<button type="button" class="button small" disabled={page === 0} onClick={() => onChoose(page - 1)}>
				{previous}
			</button>
			<span role="status">{toText(page * size + 1, end)}</span>
			<button type="button" class="button small" disabled={end === count} onClick={() => onChoose(page + 1)}>
				{next}
			</button>
		</div>
	);
}

interface HeadCellProps<Row> {
	readonly column: Column<Row>;
	readonly order: Order | undefined;
	readonly onOrder: (order: Order) => void;
}

function HeadCell<Row>({
	column: { name, title, sortBy, isNumber = false },
	order,
	onOrder,
}: HeadCellProps<Row>): JSX.Element {
	const className = isNumber ? 'number' : undefined;
	if (sortBy === undefined) {
		return (
			<th scope="col" class={className}>
				{title}
			</th>
		);
	}
	const isChosen = order?.name === name;
	const isDescending = isChosen ? !order.isDescending : isNumber;
	return (
		<th
			scope="col"
			class={className}
			aria-sort={isChosen ? (order.isDescending ? 'descending' : 'ascending') : undefined}
		>
			<button type="button" class="sort" onClick={() => onOrder({ name, isDescending })}>
				{title}
			</button>
		</th>
	);
}

function sortRows<Row>(
	rows: readonly Row[],
	columns: readonly Column<Row>[],
	order: Order | undefined,
): readonly Row[] {
	const sortBy = columns.find(({ name }) => name === order?.name)?.sortBy;
	if (order === undefined || sortBy === undefined) return rows;
	const factor = order.isDescending ? -1 : 1;
	return rows.toSorted((first, second) => {
		const [a, b] = [sortBy(first), sortBy(second)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const difference = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b);
		return factor * difference;
	});
}
