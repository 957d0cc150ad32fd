/** Ids in the examples of the OpenAPI document: the same object has the same id in all of them. */

/** Of an account, and of a store. */
export const idExample = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
/** Of a search engine. */
export const hashidExample = '6a3f1c5e9b7d40285f6e8a1b2c3d4e5f';
/** Of an item of it. */
export const dfidExample = `${hashidExample}@product@9b74c9897bac770ffc029102a200c5de`;
export const widgetIdExample = '3f6c1d2e-8a4b-4c5d-9e0f-1a2b3c4d5e6f';
/** Of the answer to a search. */
export const queryIdExample = '7c2e9f41b0d84a6593e1c7a80f52d6b3';
/** Of a user, and of a key. */
export const shortIdExample = '9b74c9897bac770f';
