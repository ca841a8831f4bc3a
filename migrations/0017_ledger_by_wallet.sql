DROP INDEX `ledger_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`order_id`,`kind`,`signature`,`occurrence`,`payer`);