CREATE TABLE `handovers` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`product_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `handovers_by_uid` ON `handovers` (`uid`);