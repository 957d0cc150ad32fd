/**
 * Colours by line of products, each with the letters that it adds to a model number; letters are unique within a
 * palette.
 */
export const palettes = {
	gear: { black: 'B', graphite: 'G', 'moss green': 'M', 'burnt orange': 'O', 'slate blue': 'S', sand: 'N' },
	clothing: {
		black: 'B',
		navy: 'N',
		'forest green': 'F',
		rust: 'R',
		'storm grey': 'G',
		'glacier blue': 'L',
		mustard: 'M',
		plum: 'P',
	},
	running: {
		black: 'B',
		white: 'W',
		'neon yellow': 'Y',
		coral: 'C',
		'electric blue': 'E',
		mint: 'M',
		'light grey': 'G',
		lavender: 'L',
	},
	leather: { brown: 'B', 'dark brown': 'D', black: 'K', tan: 'T', olive: 'O' },
	kitchen: { black: 'B', white: 'W', cream: 'C', 'sage green': 'S', red: 'R', anthracite: 'A' },
	metal: { silver: 'S', black: 'B' },
	iron: { black: 'B', anthracite: 'A' },
	silver: { silver: 'S' },
	steel: { silver: 'S', 'matt black': 'B', copper: 'C' },
	textile: {
		white: 'W',
		ecru: 'E',
		'pale grey': 'G',
		'dusty pink': 'P',
		'sage green': 'S',
		terracotta: 'T',
		'midnight blue': 'M',
		ochre: 'O',
	},
	lighting: { black: 'B', white: 'W', brass: 'R', 'sage green': 'S' },
	appliance: { white: 'W', black: 'B', 'light grey': 'G' },
	audio: { black: 'B', white: 'W', silver: 'S', 'midnight blue': 'M', sand: 'N', 'forest green': 'F' },
	cabinet: { walnut: 'W', oak: 'K', 'matt black': 'B', white: 'H' },
} as const;
