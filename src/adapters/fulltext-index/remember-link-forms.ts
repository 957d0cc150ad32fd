import { listLinkForms } from '../../domain/item/item-link.ts';

/** Shoppers look at few pages at a time. */
const linksMax = 2_000;
const rememberedLengthMax = 512;

/** `listLinkForms` with a memory: taking an address apart takes as long as finding the item that has it. */
export function rememberLinkForms(): typeof listLinkForms {
	const known = new Map<string, readonly string[]>();
	return (link) => {
		const remembered = known.get(link);
		if (remembered !== undefined) return remembered;
		const forms = listLinkForms(link);
		if (link.length > rememberedLengthMax) return forms;
		if (known.size >= linksMax) known.clear();
		known.set(link, forms);
		return forms;
	};
}
