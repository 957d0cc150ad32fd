/** An item as it is indexed. `fields` is the parsed JSON object of the item. */
export interface IndexedItem {
	readonly id: string;
	readonly fields: Readonly<Record<string, unknown>>;
	/** Its position in the order in which items were created. */
	readonly createdSeq?: number;
}
