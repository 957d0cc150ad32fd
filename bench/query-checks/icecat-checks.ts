/**
 * Thirty checks over the Icecat catalogue of consumer electronics.
 *
 * A product is recognised by its data sheet: by `attr_t_product_type`, by attributes that only products of one kind
 * have, by `supplier`. A part of the catalogue has no data sheet; only there the name of the kind in the title counts.
 * Prices are in cents in the file. They are indexed in units, as a shop would: "under 500" means 50,000 cents.
 */
import type { Product } from '../catalogue-search.ts';
import {
	both,
	costing,
	costingOtherThan,
	hasAny,
	named,
	not,
	numberOf,
	type ProductTest,
	type QueryCheck,
	textOf,
	usual,
} from './query-check.ts';

/** As a shop imports it: prices in units, `best_price` as the server adds it to products. */
export function toIcecatProduct(product: Product): Product {
	const price = Number(product.price) / 100;
	return { ...product, price, best_price: price };
}

const typed =
	(...types: readonly string[]): ProductTest =>
	(product) =>
		types.includes(textOf(product, 'attr_t_product_type'));
const withField =
	(...fieldNames: readonly string[]): ProductTest =>
	(product) =>
		hasAny(product, fieldNames);
const suppliedBy =
	(supplier: string): ProductTest =>
	(product) =>
		textOf(product, 'supplier') === supplier;
const either =
	(...tests: readonly ProductTest[]): ProductTest =>
	(product) =>
		tests.some((test) => test(product));
const numbered =
	(fieldName: string, from: number, to: number): ProductTest =>
	(product) => {
		const value = numberOf(product, fieldName);
		return value !== undefined && value >= from && value <= to;
	};

const hasSheet: ProductTest = (product) => Object.keys(product).some((name) => name.startsWith('attr_'));
/** The name counts where the data sheet is missing, or has only dimensions and the like. */
const namedWithoutSheet = (pattern: RegExp) => both(not(hasSheet), named(pattern));

const isPhone = withField('attr_t_sim_card_type', 'attr_t_sim_card_capability');
const isScreen = numbered('attr_n_display_diagonal', 13, 120);
const isPrinting = withField('attr_t_print_technology');

const isLaptop = either(
	typed('Notebook', 'Chromebook', 'Netbook', 'Hybrid (2-in-1)', 'Mobile workstation'),
	both(
		not(withField('attr_t_product_type')),
		numbered('attr_n_display_diagonal', 8, 19),
		withField('attr_t_processor_family', 'attr_t_processor_model', 'attr_n_processor_frequency'),
		withField('attr_n_internal_memory', 'attr_t_operating_system_installed'),
		not(isPhone),
		not(isPrinting),
		not(named(/laserjet|officejet|\btab\b|\bmonitor\b/i)),
	),
	namedWithoutSheet(/\b(?:notebook|netbook|laptop)(?: PC)?(?: \(|$)/i),
);

const isTelevision = both(
	numbered('attr_n_display_diagonal', 14, 120),
	either(
		withField('attr_t_supported_tv_bands', 'attr_b_teletext_function', 'attr_n_teletext', 'attr_n_weight_with_stand'),
		withField('attr_b_electronic_programme_guide__epg_', 'attr_b_common_interface__ci_', 'attr_t_comb_filter'),
		named(/\b(?:TV|television)\b/i),
	),
);

const isScreenMonitor = both(
	isScreen,
	either(
		withField('attr_t_pixel_pitch', 'attr_n_display_brightness__typical_', 'attr_t_horizontal_scan_range'),
		withField('attr_n_display_brightness', 'attr_n_response_time', 'attr_n_viewing_angle__vertical'),
		named(/\bmonitor\b/i),
	),
	not(isTelevision),
	not(isLaptop),
	not(named(/\bDVD\b|home cinema|console|photo ?frame|all-in-one/i)),
);

const isMonitor = either(
	isScreenMonitor,
	both(
		not(withField('attr_n_display_diagonal')),
		named(/\b(?:LCD|flat panel|touchscreen|touch screen|docking)[ -]monitor(?: |$)/i),
		not(named(/filter|privacy|\barm\b|\bstand\b|mount|cable|lock|kit\b/i)),
	),
);

const isCamera = both(
	either(
		withField('attr_t_camera_type', 'attr_t_iso_sensitivity', 'attr_t_light_exposure_modes', 'attr_t_white_balance'),
		withField('attr_b_snapshot_button', 'attr_t_camcorder_type', 'attr_t_camera_shutter_speed'),
		both(withField('attr_t_sensor_type', 'attr_n_megapixel'), named(/camera|camcorder|webcam/i)),
		named(
			/\bwebcam\b(?! case)|(?:digital|compact|bridge|security|sensor|360) camera(?! case| bag| accessor)|camcorder$/i,
		),
	),
	not(isPhone),
	not(isPrinting),
	not(isLaptop),
	not(withField('attr_t_case_type')),
	not(named(/remote control|lens|battery|\bcable\b|\bcase\b|\bbag\b|adapter/i)),
);

const isPrinter = either(
	both(
		isPrinting,
		withField(
			'attr_t_maximum_resolution',
			'attr_n_total_input_capacity',
			'attr_t_print_quality__black__best_quality_',
			'attr_n_number_of_print_cartridges',
		),
	),
	both(
		named(/\bprinter\b(?! (?:ribbon|drum|belt|roller|kit|label|cable|cabinet|emulation|server|case|memory|paper)\b)/i),
		not(named(/printer\/|spare|kit\b|\bfor\b.*printer|cable|case|stand|cleaning|ribbon|E Svc|service|care pack/i)),
		not(withField('attr_n_cable_length', 'attr_t_case_type', 'attr_t_memory_layout__modules_x_size_')),
	),
);

const isHeadphone = either(
	typed('Headphones', 'Headset'),
	both(
		withField('attr_t_ear_coupling', 'attr_t_headphone_frequency', 'attr_t_headset_type'),
		named(/headphone|headset/i),
	),
	namedWithoutSheet(/\bhead(?:phone|set)s?$/i),
);

const isKeyboard = both(
	either(
		withField('attr_t_keyboard_dimensions__wxdxh_', 'attr_t_keyboard_layout'),
		withField('attr_t_keyboard_form_factor', 'attr_t_keyboard_style', 'attr_n_keyboard_number_of_keys'),
		namedWithoutSheet(/\bkeyboard$/i),
		both(withField('attr_t_device_interface'), named(/\bkeyboard\b/i)),
	),
	not(isScreen),
	not(isPrinting),
	not(isPhone),
	not(isLaptop),
	not(withField('attr_t_processor_family', 'attr_n_talk_time')),
);

const isLaptopBag = both(
	either(
		both(
			withField('attr_t_case_type', 'attr_t_notebook_compartment_dimensions__w_x_d_x_h_'),
			either(
				numbered('attr_n_maximum_screen_size_compatibility', 9, 21),
				named(/notebook|laptop/i),
				withField('attr_b_notebook_compartment'),
			),
		),
		withField('attr_b_notebook_compartment', 'attr_t_notebook_compartment_dimensions__w_x_d_x_h_'),
		both(named(/\b(?:notebook|laptop)\b/i), named(/\b(?:bag|case|backpack|sleeve|briefcase)\b/i)),
	),
	not(isLaptop),
);

const isToner = both(
	either(
		withField('attr_n_black_toner_page_yield', 'attr_n_colour_toner_page_yield'),
		both(named(/\btoner\b/i), (product) => ['Original', 'Compatible'].includes(textOf(product, 'attr_t_type'))),
		namedWithoutSheet(/\btoner\b/i),
	),
	not(named(/waste|collector/i)),
);

const isInk = both(
	either(withField('attr_t_ink_type'), (product) => /inkjet/i.test(textOf(product, 'attr_t_print_technology'))),
	either((product) => ['Original', 'Compatible'].includes(textOf(product, 'attr_t_type')), named(/\bink\b|cartridge/i)),
	not(isPrinter),
);

const isMouse = both(
	withField('attr_t_movement_detection_technology', 'attr_n_movement_resolution', 'attr_t_scroll_type'),
	named(/\bmouse\b|trackball/i),
);

const coloured =
	(colour: string): ProductTest =>
	(product) =>
		['attr_t_product_colour', 'attr_t_cable_colour', 'attr_t_colour_of_product', 'attr_t_colour']
			.flatMap((name) => textOf(product, name).split(','))
			.some((value) => value.trim().toLowerCase() === colour);

const connects =
	(pattern: RegExp): ProductTest =>
	(product) =>
		pattern.test(textOf(product, 'attr_t_connector_1')) || pattern.test(textOf(product, 'attr_t_connector_2'));

const isCable = withField('attr_n_cable_length');
const isNetworkCable = both(
	isCable,
	either(
		(product) => /^cat/i.test(textOf(product, 'attr_t_cable_standard')),
		(product) => /^cat/i.test(textOf(product, 'attr_t_cable_type')),
		connects(/RJ-?45/),
		named(/\b(?:network|networking|ethernet|patch) cable/i),
	),
);

export const icecatChecks: readonly QueryCheck[] = [
	{ query: 'laptop', kind: 'category', meaning: 'laptops', isRight: isLaptop, ...usual },
	{ query: 'tv', kind: 'category', meaning: 'televisions', isRight: isTelevision, ...usual },
	{ query: 'monitor', kind: 'category', meaning: 'monitors', isRight: isMonitor, ...usual },
	{ query: 'camera', kind: 'category', meaning: 'cameras', isRight: isCamera, ...usual },
	{ query: 'printer', kind: 'category', meaning: 'printers', isRight: isPrinter, ...usual },
	{ query: 'headphones', kind: 'category', meaning: 'headphones', isRight: isHeadphone, ...usual },
	{ query: 'laptop bag', kind: 'category', meaning: 'bags for laptops', isRight: isLaptopBag, ...usual },

	{
		query: 'samsung',
		kind: 'brand',
		meaning: "Samsung's own products",
		isRight: suppliedBy('Samsung'),
		rightMin: 10,
	},
	{ query: 'intel', kind: 'brand', meaning: "Intel's own products", isRight: suppliedBy('Intel'), rightMin: 10 },
	{
		query: 'lenovo laptop',
		kind: 'brand',
		meaning: 'laptops of Lenovo',
		isRight: both(suppliedBy('Lenovo'), isLaptop),
		...usual,
	},
	{
		query: 'epson ink cartridge',
		kind: 'brand',
		meaning: 'ink of Epson',
		isRight: both(suppliedBy('Epson'), isInk),
		...usual,
	},

	{
		query: 'laptop under 500',
		kind: 'price',
		meaning: 'laptops of at most 500',
		isRight: both(isLaptop, costing(0, 500)),
		isForbidden: costingOtherThan(0, 500),
		...usual,
	},
	{
		query: 'headphones below 30',
		kind: 'price',
		meaning: 'headphones of at most 30',
		isRight: both(isHeadphone, costing(0, 30)),
		isForbidden: costingOtherThan(0, 30),
		...usual,
	},
	{
		query: 'monitor between 100 and 200',
		kind: 'price',
		meaning: 'monitors of 100 to 200',
		isRight: both(isMonitor, costing(100, 200)),
		isForbidden: costingOtherThan(100, 200),
		...usual,
	},
	{
		query: 'printer up to 150',
		kind: 'price',
		meaning: 'printers of at most 150',
		isRight: both(isPrinter, costing(0, 150)),
		isForbidden: costingOtherThan(0, 150),
		...usual,
	},
	{
		query: 'keyboard over 50',
		kind: 'price',
		meaning: 'keyboards of at least 50',
		isRight: both(isKeyboard, costing(50, Number.POSITIVE_INFINITY)),
		isForbidden: costingOtherThan(50, Number.POSITIVE_INFINITY),
		...usual,
	},

	{
		query: 'laptop not hp',
		kind: 'negation',
		meaning: 'laptops, none of HP',
		isRight: both(isLaptop, not(suppliedBy('HP'))),
		isForbidden: suppliedBy('HP'),
		...usual,
	},
	{
		query: 'monitor -hp',
		kind: 'negation',
		meaning: 'monitors, none of HP',
		isRight: both(isMonitor, not(suppliedBy('HP'))),
		isForbidden: suppliedBy('HP'),
		...usual,
	},
	{
		query: 'toner not lexmark',
		kind: 'negation',
		meaning: 'toner, none of Lexmark',
		isRight: both(isToner, not(suppliedBy('Lexmark'))),
		isForbidden: suppliedBy('Lexmark'),
		...usual,
	},
	{
		query: 'network cable not blue',
		kind: 'negation',
		meaning: 'network cables, none of them blue',
		isRight: both(isNetworkCable, not(coloured('blue'))),
		isForbidden: coloured('blue'),
		...usual,
	},

	{
		query: 'black keyboard',
		kind: 'attribute',
		meaning: 'keyboards, black by their colour field',
		isRight: both(isKeyboard, coloured('black')),
		...usual,
	},
	{
		query: 'laptop 16gb ram',
		kind: 'attribute',
		meaning: 'laptops with 16 GB of memory',
		isRight: both(isLaptop, numbered('attr_n_internal_memory', 16, 16)),
		...usual,
	},
	{
		query: '24 inch monitor',
		kind: 'attribute',
		meaning: 'monitors with a diagonal of 23.5 to 24.5 inches',
		isRight: both(
			isMonitor,
			either(
				numbered('attr_n_display_diagonal', 23.5, 24.5),
				both(not(withField('attr_n_display_diagonal')), named(/\b24[ -]?(?:inch|")/i)),
			),
		),
		...usual,
	},
	{
		query: '2m hdmi cable',
		kind: 'attribute',
		meaning: 'HDMI cables of 1.8 to 2.1 m',
		isRight: both(isCable, either(connects(/HDMI/), named(/\bHDMI\b/)), numbered('attr_n_cable_length', 1.8, 2.1)),
		...usual,
	},
	{
		query: 'red ethernet cable',
		kind: 'attribute',
		meaning: 'network cables, red by their colour field',
		isRight: both(isNetworkCable, coloured('red')),
		...usual,
	},
	{
		query: 'wireless mouse',
		kind: 'attribute',
		meaning: 'mice with radio or Bluetooth',
		isRight: both(isMouse, (product) => /RF|Bluetooth|Wireless/i.test(textOf(product, 'attr_t_device_interface'))),
		...usual,
	},

	{ query: 'keybord', kind: 'typo', meaning: 'keyboards', isRight: isKeyboard, ...usual },
	{ query: 'headfones', kind: 'typo', meaning: 'headphones', isRight: isHeadphone, ...usual },
	{ query: 'lap top', kind: 'typo', meaning: 'laptops', isRight: isLaptop, ...usual },
	{ query: 'tonercartridge', kind: 'typo', meaning: 'toner', isRight: isToner, ...usual },
];
