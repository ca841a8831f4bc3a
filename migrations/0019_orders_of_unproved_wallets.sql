ALTER TABLE `orders` ADD `ended_reason` text;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open_by_wallet` ON `orders` (`buyer_wallet`,`product_id`) WHERE buyer_uid IS NULL AND status IN ('pending', 'awaiting');--> statement-breakpoint
CREATE INDEX `orders_to_purge` ON `orders` (`expires_at`) WHERE buyer_uid IS NULL AND status = 'expired';--> statement-breakpoint
CREATE INDEX `orders_paid_by_wallet` ON `orders` (`payer_wallet`,`product_id`) WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`);--> statement-breakpoint
-- An older Worker that is still running settles an order without a buyer as if nobody had bought: its
-- batch fails here, and is repeated by this version.
CREATE TRIGGER `orders_paid_by_buyer` BEFORE UPDATE OF `status` ON `orders`
WHEN new.status = 'paid' AND new.buyer_uid IS NULL
BEGIN
  SELECT RAISE(ABORT, 'a paid order has a buyer');
END;
