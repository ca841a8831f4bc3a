CREATE TABLE `seller_days` (
	`owner_uid` text NOT NULL,
	`day` integer NOT NULL,
	`sales` integer NOT NULL,
	`gross_lamports` integer NOT NULL,
	`fee_lamports` integer NOT NULL,
	PRIMARY KEY(`owner_uid`, `day`)
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `sold_at` integer GENERATED ALWAYS AS (coalesce(settled_at, refunded_at, created_at)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `orders_sold` ON `orders` (`owner_uid`,`sold_at`,`id`) WHERE status IN ('paid', 'refunded');--> statement-breakpoint
CREATE INDEX `orders_sold_of_product` ON `orders` (`product_id`,`sold_at`,`id`) WHERE status IN ('paid', 'refunded');--> statement-breakpoint
CREATE INDEX `orders_undecided` ON `orders` (`owner_uid`) WHERE status IN ('review', 'paid_by_other');--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `ledger` (`owner_uid`,`at`);--> statement-breakpoint
CREATE INDEX `ledger_undecided` ON `ledger` (`owner_uid`) WHERE kind IN ('misdirected', 'duplicate', 'short', 'unsettled');--> statement-breakpoint
-- Kept in the transaction that writes the ledger. The kinds are those of
-- app/orders/rules/ledger-kinds.ts: a day is 86,400,000 ms.
CREATE TRIGGER `ledger_entry_added` AFTER INSERT ON `ledger`
WHEN new.kind IN ('sale', 'rolled_back', 'refund', 'fee', 'fee_rolled_back', 'fee_owed', 'fee_owed_rolled_back')
BEGIN
  INSERT INTO `seller_days` (owner_uid, day, sales, gross_lamports, fee_lamports) VALUES (
    new.owner_uid, new.at / 86400000,
    CASE WHEN new.kind IN ('sale', 'rolled_back', 'refund')
      THEN ((new.lamports > 0) - (new.lamports < 0)) ELSE 0 END,
    CASE WHEN new.kind IN ('sale', 'rolled_back', 'refund') THEN new.lamports ELSE 0 END,
    CASE WHEN new.kind IN ('sale', 'rolled_back', 'refund') THEN 0 ELSE new.lamports END
  )
  ON CONFLICT (owner_uid, day) DO UPDATE SET sales = sales + excluded.sales,
    gross_lamports = gross_lamports + excluded.gross_lamports,
    fee_lamports = fee_lamports + excluded.fee_lamports;
END;
--> statement-breakpoint
INSERT INTO `seller_days` (owner_uid, day, sales, gross_lamports, fee_lamports)
  SELECT owner_uid, at / 86400000,
    sum(CASE WHEN kind IN ('sale', 'rolled_back', 'refund')
      THEN (lamports > 0) - (lamports < 0) ELSE 0 END),
    sum(CASE WHEN kind IN ('sale', 'rolled_back', 'refund') THEN lamports ELSE 0 END),
    sum(CASE WHEN kind IN ('sale', 'rolled_back', 'refund') THEN 0 ELSE lamports END)
  FROM `ledger` WHERE kind IN ('sale', 'rolled_back', 'refund', 'fee', 'fee_rolled_back', 'fee_owed', 'fee_owed_rolled_back')
  GROUP BY owner_uid, at / 86400000;
