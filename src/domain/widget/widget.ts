/** A recommendation widget; its id is the credential of the recommendations API. */
export interface Widget {
	/** A UUID in lower case. */
	readonly id: string;
	readonly storeId: string;
	readonly name: string;
	readonly createdAtMs: number;
}

export const widgetsPerStoreMax = 1000;
