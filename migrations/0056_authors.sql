CREATE TABLE `author_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` text NOT NULL,
	`uid` text NOT NULL,
	`by_uid` text NOT NULL,
	`kind` text NOT NULL,
	`from_bps` integer NOT NULL,
	`to_bps` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `author_changes_by_product` ON `author_changes` (`product_id`,`at`);--> statement-breakpoint
CREATE INDEX `author_changes_by_person` ON `author_changes` (`uid`);--> statement-breakpoint
CREATE INDEX `author_changes_by_doer` ON `author_changes` (`by_uid`);--> statement-breakpoint
CREATE TABLE `author_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`product_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`bps` integer NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `author_invitations_by_token` ON `author_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `author_invitations_by_product` ON `author_invitations` (`product_id`);--> statement-breakpoint
CREATE INDEX `author_invitations_by_owner` ON `author_invitations` (`owner_uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `author_invitations_by_time` ON `author_invitations` (`created_at`);--> statement-breakpoint
CREATE TABLE `author_wallets` (
	`product_id` text NOT NULL,
	`wallet` text NOT NULL,
	`uid` text NOT NULL,
	PRIMARY KEY(`product_id`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `author_wallets_by_person` ON `author_wallets` (`uid`);--> statement-breakpoint
CREATE TABLE `authors` (
	`product_id` text NOT NULL,
	`uid` text NOT NULL,
	`bps` integer NOT NULL,
	`wallet` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`product_id`, `uid`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "part_of_a_whole" CHECK(bps BETWEEN 1 AND 10000)
);
--> statement-breakpoint
CREATE INDEX `authors_by_person` ON `authors` (`uid`);--> statement-breakpoint
ALTER TABLE `products` ADD `author_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `shares_of_wallet` ON `share_entries` (`wallet`,`at`);--> statement-breakpoint
CREATE TRIGGER `author_added` AFTER INSERT ON `authors`
BEGIN
	INSERT INTO author_wallets (product_id, wallet, uid)
		SELECT new.product_id, new.wallet, new.uid WHERE NOT EXISTS (SELECT 1 FROM author_wallets w
			WHERE w.product_id = new.product_id AND w.wallet = new.wallet);
	UPDATE products SET version = version + 1, author_count = (SELECT count(*) FROM authors a
			WHERE a.product_id = new.product_id AND a.ended_at IS NULL)
		WHERE id = new.product_id;
END;--> statement-breakpoint
CREATE TRIGGER `author_changed` AFTER UPDATE OF `bps`, `wallet`, `ended_at` ON `authors`
WHEN new.bps <> old.bps OR new.wallet <> old.wallet OR new.ended_at IS NOT old.ended_at
BEGIN
	INSERT INTO author_wallets (product_id, wallet, uid)
		SELECT new.product_id, new.wallet, new.uid WHERE NOT EXISTS (SELECT 1 FROM author_wallets w
			WHERE w.product_id = new.product_id AND w.wallet = new.wallet);
	UPDATE products SET version = version + 1, author_count = (SELECT count(*) FROM authors a
			WHERE a.product_id = new.product_id AND a.ended_at IS NULL)
		WHERE id = new.product_id;
END;--> statement-breakpoint
CREATE TRIGGER `author_deleted` AFTER DELETE ON `authors`
BEGIN
	UPDATE products SET version = version + 1, author_count = (SELECT count(*) FROM authors a
			WHERE a.product_id = old.product_id AND a.ended_at IS NULL)
		WHERE id = old.product_id;
END;--> statement-breakpoint
CREATE TRIGGER `author_wallet_linked` AFTER UPDATE OF `wallet` ON `users`
WHEN new.wallet IS NOT NULL AND new.wallet IS NOT old.wallet
BEGIN
	UPDATE authors SET wallet = new.wallet
		WHERE uid = new.uid AND ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM author_wallets w
			WHERE w.product_id = authors.product_id AND w.wallet = new.wallet AND w.uid <> new.uid);
END;
