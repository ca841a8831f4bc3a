CREATE TABLE `account_penalties` (
	`uid` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stock_charges` (
	`order_id` text NOT NULL,
	`wallet` text NOT NULL,
	`lamports` integer NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `stock_charges_by_wallet` ON `stock_charges` (`wallet`);--> statement-breakpoint
CREATE TABLE `unproved_holds` (
	`order_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`held_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unproved_holds_by_address` ON `unproved_holds` (`address`);--> statement-breakpoint
ALTER TABLE `orders` ADD `built_slot` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `blockhash_seconded` integer DEFAULT false NOT NULL;