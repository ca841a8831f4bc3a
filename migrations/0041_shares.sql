CREATE TABLE `share_entries` (
	`order_id` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`signature` text NOT NULL,
	`occurrence` integer NOT NULL,
	`role` text NOT NULL,
	`asset` text NOT NULL,
	`lamports` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `wallet`, `kind`, `signature`, `occurrence`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shares_of_refunds` ON `share_entries` (`wallet`) WHERE kind IN ('due_back', 'withheld', 'withheld_rolled_back');--> statement-breakpoint
-- The shares of others count as what the seller does not keep, like commission.
CREATE TRIGGER `ledger_share_added` AFTER INSERT ON `ledger`
WHEN new.kind IN ('share', 'share_owed', 'share_rolled_back', 'share_owed_rolled_back')
BEGIN
  INSERT INTO `seller_days` (owner_uid, day, sales, gross_lamports, fee_lamports)
    VALUES (new.owner_uid, new.at / 86400000, 0, 0, new.lamports)
  ON CONFLICT (owner_uid, day) DO UPDATE SET fee_lamports = fee_lamports + excluded.fee_lamports;
END;
