/** Schema version 10: the table that records which events `cart_event` includes is named after its content. */
export const tenthMigration: readonly string[] = ['alter table cart_mark rename to cart_watermark'];
