CREATE TABLE `holds` (
	`thing` text NOT NULL,
	`state` text NOT NULL,
	`order_id` text NOT NULL,
	PRIMARY KEY(`thing`, `state`, `order_id`),
	FOREIGN KEY (`thing`) REFERENCES `things`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `things` (
	`id` text PRIMARY KEY NOT NULL,
	`capacity` integer NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "things_within_capacity" CHECK(held >= 0 AND sold >= 0 AND held + sold <= capacity)
);
--> statement-breakpoint
ALTER TABLE `presigned_rests` ADD `thing` text;--> statement-breakpoint
CREATE INDEX `presigned_rests_by_thing` ON `presigned_rests` (`thing`,`ends_at`) WHERE thing IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `order_things_taken`
AFTER UPDATE OF `hold` ON `orders`
WHEN new.hold <> old.hold AND new.terms IS NOT NULL
BEGIN
	UPDATE things SET
		held = held + (new.hold = 'held') - (old.hold = 'held'),
		sold = sold + (new.hold = 'sold') - (old.hold = 'sold')
	WHERE id IN (SELECT value FROM json_each(new.terms, '$.takes'));
	UPDATE holds SET state = new.hold
	WHERE old.hold IN ('held', 'sold') AND new.hold IN ('held', 'sold')
		AND thing IN (SELECT value FROM json_each(new.terms, '$.takes'))
		AND state = old.hold AND order_id = new.id;
	INSERT INTO holds (thing, state, order_id)
	SELECT DISTINCT value, new.hold, new.id FROM json_each(new.terms, '$.takes')
	WHERE old.hold NOT IN ('held', 'sold') AND new.hold IN ('held', 'sold')
		AND value <> 'unit:' || new.product_id;
	DELETE FROM holds
	WHERE old.hold IN ('held', 'sold') AND new.hold NOT IN ('held', 'sold')
		AND thing IN (SELECT value FROM json_each(new.terms, '$.takes'))
		AND state = old.hold AND order_id = new.id;
END;
