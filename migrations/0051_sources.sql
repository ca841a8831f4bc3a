CREATE TABLE `source_days` (
	`owner_uid` text NOT NULL,
	`day` integer NOT NULL,
	`product_id` text NOT NULL,
	`source` text NOT NULL,
	`views` integer NOT NULL,
	`sales` integer NOT NULL,
	PRIMARY KEY(`owner_uid`, `day`, `product_id`, `source`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `source_days_by_day` ON `source_days` (`day`);--> statement-breakpoint
CREATE TABLE `source_names` (
	`owner_uid` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_uid`, `name`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `orders` ADD `source` text;--> statement-breakpoint
-- Kept in the transaction that writes the ledger, as `ledger_sale_added` keeps `product_days`. 20 is
-- `MAX_HOSTS_OF_DAY` of app/products/rules/sources.ts: a host alone has a dot.
CREATE TRIGGER `ledger_source_sale_added`
AFTER INSERT ON `ledger`
WHEN new.kind IN ('sale', 'rolled_back', 'refund') AND new.lamports <> 0
BEGIN
	INSERT INTO source_days (owner_uid, day, product_id, source, views, sales)
	SELECT new.owner_uid, new.at / 86400000, new.product_id,
		CASE WHEN instr(o.source, '.') = 0 OR EXISTS (
			SELECT 1 FROM source_days d WHERE d.owner_uid = new.owner_uid AND d.day = new.at / 86400000
				AND d.product_id = new.product_id AND d.source = o.source
		) OR (
			SELECT count(*) FROM source_days d WHERE d.owner_uid = new.owner_uid AND d.day = new.at / 86400000
				AND d.product_id = new.product_id AND instr(d.source, '.') > 0
		) < 20 THEN o.source ELSE 'other' END,
		0, (new.lamports > 0) - (new.lamports < 0)
	FROM orders o WHERE o.id = new.order_id AND o.source IS NOT NULL
	ON CONFLICT (owner_uid, day, product_id, source) DO UPDATE SET sales = sales + excluded.sales;
END;
