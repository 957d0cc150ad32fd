/** Numbers by their value, as Chinese and Japanese write them. */
export const hanNumerals: Readonly<Record<number, string>> = {
	1: '一',
	2: '二',
	3: '三',
	4: '四',
	5: '五',
	6: '六',
	7: '七',
	8: '八',
	9: '九',
	10: '十',
	100: '百',
	1000: '千',
	10000: '万',
};
