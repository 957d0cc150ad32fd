/** Schema version 10: the table that says which events `cart_event` includes is called by what it holds. */
export const tenthMigration: readonly string[] = ['alter table cart_mark rename to cart_watermark'];
