CREATE TABLE `affiliate_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`bps` integer,
	`capacity` integer NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`last_acceptance` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	CONSTRAINT "invitation_within_capacity" CHECK(accepted BETWEEN 0 AND capacity)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `affiliate_invitations_token_hash_unique` ON `affiliate_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `affiliate_invitations_by_product` ON `affiliate_invitations` (`product_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `affiliate_wallets` (
	`uid` text NOT NULL,
	`wallet` text NOT NULL,
	PRIMARY KEY(`uid`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `affiliate_wallets_by_wallet` ON `affiliate_wallets` (`wallet`);--> statement-breakpoint
CREATE TABLE `affiliates` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`product_id` text NOT NULL,
	`uid` text NOT NULL,
	`bps` integer,
	`state` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "affiliate_percent" CHECK(bps IS NULL OR bps BETWEEN 100 AND 7500)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `affiliates_code_unique` ON `affiliates` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `affiliate_once` ON `affiliates` (`product_id`,`uid`);--> statement-breakpoint
CREATE INDEX `affiliates_by_person` ON `affiliates` (`uid`,`created_at`);--> statement-breakpoint
ALTER TABLE `products` ADD `affiliate_bps` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `is_open_to_affiliates` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `products_with_affiliates` ON `products` (`owner_uid`) WHERE affiliate_bps IS NOT NULL;--> statement-breakpoint
CREATE INDEX `shares_of_affiliates` ON `share_entries` (`wallet`,`order_id`) WHERE role = 'affiliate';--> statement-breakpoint
CREATE TRIGGER `affiliate_added` AFTER INSERT ON `affiliates`
BEGIN
  INSERT OR IGNORE INTO `affiliate_wallets` (`uid`, `wallet`)
    SELECT uid, wallet FROM users WHERE uid = new.uid AND wallet IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `affiliate_wallet_linked` AFTER UPDATE OF `wallet` ON `users`
WHEN new.wallet IS NOT NULL AND EXISTS (SELECT 1 FROM affiliates WHERE uid = new.uid)
BEGIN
  INSERT OR IGNORE INTO `affiliate_wallets` (`uid`, `wallet`) VALUES (new.uid, new.wallet);
END;
