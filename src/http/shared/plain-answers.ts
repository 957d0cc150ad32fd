/** Answers that only confirm that something was done. */
import { Type } from 'typebox';
import { component } from './schema-component.ts';

export const noContent = Type.Null({ description: 'Done; the body is empty' });
export const statusOk = component('StatusOk', Type.Object({ status: Type.Literal('OK') }, { description: 'Done' }));
