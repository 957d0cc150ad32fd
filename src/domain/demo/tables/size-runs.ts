/**
 * The sizes in which a model comes, smallest first. Shoes have separate sizes for women and men; everything else uses
 * `every`.
 */
export const sizeRuns = {
	shoes: {
		"Women's": ['EU 36', 'EU 37', 'EU 38', 'EU 39', 'EU 40', 'EU 41'],
		"Men's": ['EU 41', 'EU 42', 'EU 43', 'EU 44', 'EU 45', 'EU 46'],
	},
	clothing: {
		"Women's": ['XS', 'S', 'M', 'L', 'XL'],
		"Men's": ['S', 'M', 'L', 'XL', 'XXL'],
		every: ['XS', 'S', 'M', 'L', 'XL'],
	},
	hands: { every: ['S', 'M', 'L', 'XL'] },
	socks: { every: ['EU 35–38', 'EU 39–42', 'EU 43–46'] },
} as const;
