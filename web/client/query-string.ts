/**
 * Parameters as the search API reads them: `filter[brand][]=Nike&facets[0][field]=brand`. Null and undefined members are
 * left out.
 * @returns without the question mark; empty where there is no parameter
 */
export function toQueryString(parameters: object): string {
	return Object.entries(parameters)
		.flatMap(([name, value]) => listPairs(encodeURIComponent(name), value))
		.join('&');
}

function listPairs(name: string, value: unknown): string[] {
	if (value === undefined || value === null) return [];
	if (typeof value !== 'object') return [`${name}=${encodeURIComponent(String(value))}`];
	return Object.entries(value).flatMap(([member, inner]) => {
		const isValueOfList = Array.isArray(value) && typeof inner !== 'object';
		return listPairs(`${name}[${isValueOfList ? '' : encodeURIComponent(member)}]`, inner);
	});
}
