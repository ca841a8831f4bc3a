CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `download_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`product_id` text NOT NULL,
	`file_key` text NOT NULL,
	`issued_at` integer NOT NULL,
	`started_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `tokens_by_purchase` ON `download_tokens` (`uid`,`product_id`);--> statement-breakpoint
CREATE TABLE `favourites` (
	`uid` text NOT NULL,
	`product_id` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `product_id`)
);
--> statement-breakpoint
CREATE TABLE `file_parts` (
	`file_key` text NOT NULL,
	`part_number` integer NOT NULL,
	`etag` text NOT NULL,
	`size_bytes` integer NOT NULL,
	PRIMARY KEY(`file_key`, `part_number`),
	FOREIGN KEY (`file_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `files` (
	`key` text PRIMARY KEY NOT NULL,
	`storage_path` text NOT NULL,
	`owner_uid` text NOT NULL,
	`product_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text,
	`status` text NOT NULL,
	`upload_id` text,
	`part_size_bytes` integer NOT NULL,
	`modified_at` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`owner_uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_storage_path_unique` ON `files` (`storage_path`);--> statement-breakpoint
CREATE INDEX `files_by_product` ON `files` (`product_id`);--> statement-breakpoint
CREATE INDEX `files_by_owner` ON `files` (`owner_uid`);--> statement-breakpoint
CREATE INDEX `files_on_their_way` ON `files` (`created_at`) WHERE status = 'uploading';--> statement-breakpoint
CREATE TABLE `google_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`uid` text NOT NULL,
	`email` text NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `google_by_uid` ON `google_identities` (`uid`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`kind` text NOT NULL,
	`lamports` integer NOT NULL,
	`signature` text NOT NULL,
	`slot` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`order_id`,`kind`,`signature`);--> statement-breakpoint
CREATE INDEX `ledger_by_owner` ON `ledger` (`owner_uid`,`product_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`buyer_uid` text,
	`buyer_wallet` text,
	`status` text NOT NULL,
	`payment_requested` integer DEFAULT false NOT NULL,
	`price_lamports` integer NOT NULL,
	`seller_lamports` integer NOT NULL,
	`fee_lamports` integer NOT NULL,
	`fee_bps` integer NOT NULL,
	`recipient` text NOT NULL,
	`platform` text NOT NULL,
	`reference` text NOT NULL,
	`reference_secret` text,
	`label` text NOT NULL,
	`message` text NOT NULL,
	`sale_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`built_transaction` text,
	`built_for` text,
	`built_at` integer,
	`last_valid_block_height` integer,
	`hold` text DEFAULT 'none' NOT NULL,
	`signature_hint` text,
	`signature` text,
	`payer_wallet` text,
	`slot` integer,
	`paid_lamports` integer,
	`surplus_lamports` integer DEFAULT 0 NOT NULL,
	`fee_owed_lamports` integer DEFAULT 0 NOT NULL,
	`review_reason` text,
	`settled_at` integer,
	`finalized_at` integer,
	`refund_reference` text,
	`refund_signature` text,
	`refunded_at` integer,
	`next_look_at` integer,
	`updated_at` integer NOT NULL,
	CONSTRAINT "parts_add_up" CHECK(seller_lamports + fee_lamports = price_lamports)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_signature` ON `orders` (`signature`) WHERE signature IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`buyer_uid`,`product_id`) WHERE buyer_uid IS NOT NULL AND status IN ('pending', 'awaiting');--> statement-breakpoint
CREATE INDEX `orders_by_owner` ON `orders` (`owner_uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_by_buyer` ON `orders` (`buyer_uid`,`product_id`);--> statement-breakpoint
CREATE INDEX `orders_holding` ON `orders` (`built_for`) WHERE hold = 'held';--> statement-breakpoint
CREATE INDEX `orders_overdue` ON `orders` (`next_look_at`) WHERE next_look_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `password_credentials` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_credentials_email_unique` ON `password_credentials` (`email`);--> statement-breakpoint
CREATE TABLE `products` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`title` text NOT NULL,
	`category_id` integer NOT NULL,
	`subcategory_id` integer,
	`type` text NOT NULL,
	`description` text NOT NULL,
	`price_lamports` integer NOT NULL,
	`cover_key` text DEFAULT '' NOT NULL,
	`image_key` text DEFAULT '' NOT NULL,
	`file_key` text,
	`product_file_name` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`recipient` text NOT NULL,
	`sale_type` text NOT NULL,
	`sale_limit` integer,
	`sold` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_within_limit" CHECK(sale_limit IS NULL OR sold + held <= sale_limit),
	CONSTRAINT "stock_not_negative" CHECK(sold >= 0 AND held >= 0),
	CONSTRAINT "price_not_negative" CHECK(price_lamports >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_id_unique` ON `products` (`id`);--> statement-breakpoint
CREATE INDEX `products_by_owner` ON `products` (`owner_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `active_by_seq` ON `products` (`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_price` ON `products` (`price_lamports`,`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_sold` ON `products` (`sold`,`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_seq` ON `products` (`category_id`,`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_price` ON `products` (`category_id`,`price_lamports`,`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_sold` ON `products` (`category_id`,`sold`,`seq`) WHERE status = 'active';--> statement-breakpoint
CREATE TABLE `purchases` (
	`uid` text NOT NULL,
	`product_id` text NOT NULL,
	`order_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`refresh_requested_at` integer,
	`revoked_at` integer,
	PRIMARY KEY(`uid`, `product_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_order_id_unique` ON `purchases` (`order_id`);--> statement-breakpoint
CREATE TABLE `rate_counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`reset_at` integer NOT NULL,
	`blocked_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_by_reset` ON `rate_counters` (`reset_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`uid` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`uid`, `code_hash`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sell_page_products` (
	`uid` text NOT NULL,
	`product_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`uid`, `product_id`),
	FOREIGN KEY (`uid`) REFERENCES `sell_pages`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sell_pages` (
	`uid` text PRIMARY KEY NOT NULL,
	`banner_key` text DEFAULT '' NOT NULL,
	`logo_key` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`website` text DEFAULT '' NOT NULL,
	`twitter` text DEFAULT '' NOT NULL,
	`instagram` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`proven_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_by_uid` ON `sessions` (`uid`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sweep_progress` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`wallet` text,
	`role` text DEFAULT 'client' NOT NULL,
	`plan` text DEFAULT 'free' NOT NULL,
	`created_at` integer NOT NULL,
	`wallet_linked_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_wallet_unique` ON `users` (`wallet`);--> statement-breakpoint
CREATE TABLE `wallet_challenges` (
	`nonce` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`uid` text,
	`statement` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `challenges_by_expiry` ON `wallet_challenges` (`expires_at`);