/**
 * Schema version 8: the database itself puts events into the index of carts, so that those who write events need not
 * count them. Serials have no gaps but those of deleted events, so every 4,000th comes by.
 */
export const eighthMigration: readonly string[] = [
	`create trigger event_indexed after insert on event when new.serial % 4000 = 0 begin
		insert into cart_event (cart_key, serial)
			select cart_key, serial from event
			where serial > coalesce((select serial from cart_mark where id = 1), 0) and serial <= new.serial
				and cart_key is not null
			order by cart_key;
		insert or replace into cart_mark (id, serial) values (1, new.serial);
	end`,
];
