CREATE TABLE `dismissed_payments` (
	`order_id` text NOT NULL,
	`payer` text NOT NULL,
	`lamports` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `payer`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `ledger` ADD `platform_lamports` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `short_lamports` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `short_tags` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- What an accepted payment below the price brought is revenue and no sale: `PARTIAL_KINDS` of
-- app/orders/rules/ledger-kinds.ts, which the triggers of `SALE_KINDS` do not count.
CREATE TRIGGER `ledger_partial_added` AFTER INSERT ON `ledger`
WHEN new.kind IN ('partial', 'partial_refund')
BEGIN
  INSERT INTO `seller_days` (owner_uid, day, sales, gross_lamports, fee_lamports)
  VALUES (new.owner_uid, new.at / 86400000, 0, new.lamports, 0)
  ON CONFLICT (owner_uid, day) DO UPDATE SET gross_lamports = gross_lamports + excluded.gross_lamports;
END;
--> statement-breakpoint
UPDATE `orders` SET short_lamports = (SELECT sum(l.lamports) FROM `ledger` l
    WHERE l.order_id = `orders`.id AND l.kind = 'short')
  WHERE id IN (SELECT order_id FROM `ledger` WHERE kind = 'short');--> statement-breakpoint
UPDATE `ledger` SET platform_lamports = (SELECT max(0, o.fee_lamports - o.fee_owed_lamports)
    FROM `orders` o WHERE o.id = `ledger`.order_id)
  WHERE kind = 'short' AND EXISTS (SELECT 1 FROM `orders` o WHERE o.id = `ledger`.order_id
    AND o.status = 'review' AND o.review_reason = 'short' AND o.signature = `ledger`.signature
    AND o.payer_wallet = `ledger`.payer);--> statement-breakpoint
-- Orders in review for a payment below the price go on as if nothing had come: their units are free.
-- One whose transaction may still land awaits it, with its unit, and its poll releases it.
UPDATE `orders` SET status = 'awaiting', signature = NULL, slot = NULL, payer_wallet = NULL,
    paid_lamports = NULL, surplus_lamports = 0, fee_owed_lamports = 0, review_reason = NULL,
    next_poll_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000
  WHERE status = 'review' AND review_reason = 'short' AND built_transaction IS NOT NULL
    AND built_at > CAST(strftime('%s', 'now') AS INTEGER) * 1000 - 600000
    AND NOT EXISTS (SELECT 1 FROM `orders` n WHERE n.id <> `orders`.id
      AND n.product_id = `orders`.product_id
      AND (n.buyer_uid = `orders`.buyer_uid OR (n.buyer_uid IS NULL AND `orders`.buyer_uid IS NULL
        AND n.buyer_wallet = `orders`.buyer_wallet))
      AND (n.status IN ('pending', 'awaiting') OR (n.status = 'review' AND n.review_reason = 'short'
        AND n.rowid > `orders`.rowid)));--> statement-breakpoint
UPDATE `products` SET held = held - (SELECT count(*) FROM `orders` o
    WHERE o.product_id = `products`.id AND o.hold = 'held' AND o.status = 'review'
      AND o.review_reason = 'short')
  WHERE id IN (SELECT product_id FROM `orders` WHERE hold = 'held' AND status = 'review'
    AND review_reason = 'short');--> statement-breakpoint
UPDATE `orders` SET status = CASE WHEN expires_at > CAST(strftime('%s', 'now') AS INTEGER) * 1000
      AND NOT EXISTS (SELECT 1 FROM `orders` n WHERE n.id <> `orders`.id
        AND n.product_id = `orders`.product_id
        AND (n.buyer_uid = `orders`.buyer_uid OR (n.buyer_uid IS NULL AND `orders`.buyer_uid IS NULL
          AND n.buyer_wallet = `orders`.buyer_wallet))
        AND (n.status IN ('pending', 'awaiting') OR (n.status = 'review'
          AND n.review_reason = 'short' AND n.rowid > `orders`.rowid)))
      THEN 'pending' ELSE 'expired' END,
    hold = CASE hold WHEN 'held' THEN 'released' ELSE hold END,
    built_transaction = NULL, built_for = NULL, built_at = NULL, last_valid_block_height = NULL,
    built_form = NULL, signature = NULL, slot = NULL, payer_wallet = NULL, paid_lamports = NULL,
    surplus_lamports = 0, fee_owed_lamports = 0, review_reason = NULL
  WHERE status = 'review' AND review_reason = 'short';
