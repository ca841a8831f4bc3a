DROP INDEX `ledger_once`;--> statement-breakpoint
ALTER TABLE `ledger` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`order_id`,`kind`,`signature`,`turn`);