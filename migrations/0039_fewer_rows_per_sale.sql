CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`reset_at` integer NOT NULL,
	`blocked_until` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `ledger_by_owner`;--> statement-breakpoint
DROP INDEX `orders_awaiting_of_buyer`;--> statement-breakpoint
ALTER TABLE `orders` ADD `settled_alone_at` integer;--> statement-breakpoint
DROP INDEX `followed_orders_by_end`;