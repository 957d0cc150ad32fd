/** The rights of a member as they are written on the wire. */
import { type Static, Type } from 'typebox';
import { type Rights, rightLevels } from '../../domain/account/rights.ts';
import { component } from './schema-component.ts';

const level = Type.Enum([...rightLevels]);
const areas = {
	catalogue: level,
	search_settings: level,
	recommendations: level,
	statistics: level,
	shop: level,
};

export const rightsOutput = component('Rights', Type.Object(areas));
export const rightsInput = component('RightsChange', Type.Partial(Type.Object(areas), { additionalProperties: false }));

export function toRightsWire({ searchSettings, ...others }: Rights): Static<typeof rightsOutput> {
	return { ...others, search_settings: searchSettings };
}

export function toRights({ search_settings: searchSettings, ...others }: Static<typeof rightsInput>): Partial<Rights> {
	return searchSettings === undefined ? others : { ...others, searchSettings };
}
