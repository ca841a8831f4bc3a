CREATE TABLE `product_days` (
	`product_id` text NOT NULL,
	`day` integer NOT NULL,
	`sales` integer NOT NULL,
	PRIMARY KEY(`product_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `product_views` (
	`product_id` text NOT NULL,
	`day` integer NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`product_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `product_views_by_day` ON `product_views` (`day`);--> statement-breakpoint
ALTER TABLE `media` ADD `discarded_at` integer;--> statement-breakpoint
CREATE INDEX `media_discarded` ON `media` (`discarded_at`) WHERE discarded_at IS NOT NULL;--> statement-breakpoint
-- Kept in the transaction that writes the ledger. The kinds are `SALE_KINDS` of
-- app/orders/rules/ledger-kinds.ts: a day is 86,400,000 ms.
CREATE TRIGGER `ledger_sale_added` AFTER INSERT ON `ledger`
WHEN new.kind IN ('sale', 'rolled_back', 'refund')
BEGIN
  INSERT INTO `product_days` (product_id, day, sales)
  VALUES (new.product_id, new.at / 86400000, (new.lamports > 0) - (new.lamports < 0))
  ON CONFLICT (product_id, day) DO UPDATE SET sales = sales + excluded.sales;
END;
--> statement-breakpoint
INSERT INTO `product_days` (product_id, day, sales)
  SELECT product_id, at / 86400000, sum((lamports > 0) - (lamports < 0))
  FROM `ledger` WHERE kind IN ('sale', 'rolled_back', 'refund')
  GROUP BY product_id, at / 86400000;
--> statement-breakpoint
-- Images of seller pages that ended with their account.
UPDATE `media` SET `discarded_at` = 0 WHERE `product_id` IS NULL
  AND `owner_uid` IN (SELECT `uid` FROM `users` WHERE `deleted_at` IS NOT NULL);
