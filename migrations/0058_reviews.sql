CREATE TABLE `reviews` (
	`order_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`uid` text NOT NULL,
	`stars` integer NOT NULL,
	`text` text NOT NULL,
	`name` text NOT NULL,
	`tag` text,
	`counts` integer DEFAULT false NOT NULL,
	`standing` text DEFAULT 'paid' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`hidden_at` integer,
	`hidden_reason` text DEFAULT '' NOT NULL,
	CONSTRAINT "one_to_five_stars" CHECK(stars BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_id_unique` ON `reviews` (`id`);--> statement-breakpoint
CREATE INDEX `reviews_of_product` ON `reviews` (`product_id`,`created_at`,`id`) WHERE standing <> 'reversed' AND hidden_at IS NULL;--> statement-breakpoint
CREATE INDEX `reviews_by_owner` ON `reviews` (`owner_uid`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_person` ON `reviews` (`uid`);--> statement-breakpoint
ALTER TABLE `seller_days` ADD `refunds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `seller_days` ADD `refund_wait_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `ranked_from` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `ranked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `review_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `rating_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `rating_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `active_by_ranked` ON `products` (`ranked`) WHERE status = 'active' AND ranked > 0;--> statement-breakpoint
ALTER TABLE `reports` ADD `review_id` text;--> statement-breakpoint
-- Triggers of reviews. The kinds are those of app/orders/rules/ledger-kinds.ts, the standings those of
-- app/reviews/rules/review.ts.
CREATE TRIGGER `review_added` AFTER INSERT ON `reviews`
BEGIN
	UPDATE products SET
		review_count = review_count + (new.standing <> 'reversed' AND new.hidden_at IS NULL),
		rating_count = rating_count + (new.counts AND new.standing = 'paid' AND new.hidden_at IS NULL),
		rating_sum = rating_sum + (new.counts AND new.standing = 'paid' AND new.hidden_at IS NULL) * new.stars
	WHERE id = new.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER `review_changed` AFTER UPDATE OF `stars`, `counts`, `standing`, `hidden_at` ON `reviews`
WHEN new.stars <> old.stars OR new.counts <> old.counts OR new.standing <> old.standing
	OR new.hidden_at IS NOT old.hidden_at
BEGIN
	UPDATE products SET
		review_count = review_count + (new.standing <> 'reversed' AND new.hidden_at IS NULL) - (old.standing <> 'reversed' AND old.hidden_at IS NULL),
		rating_count = rating_count + (new.counts AND new.standing = 'paid' AND new.hidden_at IS NULL) - (old.counts AND old.standing = 'paid' AND old.hidden_at IS NULL),
		rating_sum = rating_sum + (new.counts AND new.standing = 'paid' AND new.hidden_at IS NULL) * new.stars - (old.counts AND old.standing = 'paid' AND old.hidden_at IS NULL) * old.stars
	WHERE id = new.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER `review_removed` AFTER DELETE ON `reviews`
BEGIN
	UPDATE products SET
		review_count = review_count - (old.standing <> 'reversed' AND old.hidden_at IS NULL),
		rating_count = rating_count - (old.counts AND old.standing = 'paid' AND old.hidden_at IS NULL),
		rating_sum = rating_sum - (old.counts AND old.standing = 'paid' AND old.hidden_at IS NULL) * old.stars
	WHERE id = old.product_id;
END;
--> statement-breakpoint
-- `orders.ranked_from` is null where an older version opened the order: every sale counts.
CREATE TRIGGER `ledger_sale_ranked` AFTER INSERT ON `ledger`
WHEN new.kind IN ('sale', 'rolled_back', 'refund', 'partial', 'partial_refund') AND new.lamports <> 0
BEGIN
	UPDATE products SET ranked = max(0, ranked + (new.lamports > 0) - (new.lamports < 0))
	WHERE id = new.product_id AND new.kind IN ('sale', 'rolled_back', 'refund')
		AND abs(new.lamports) >= coalesce((SELECT ranked_from FROM orders WHERE id = new.order_id), 0);
	UPDATE reviews SET standing = CASE
		WHEN new.kind IN ('sale', 'partial') THEN 'paid'
		WHEN new.kind = 'rolled_back' THEN 'reversed' ELSE 'refunded' END
	WHERE order_id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_refund_counted` AFTER INSERT ON `ledger` WHEN new.kind = 'refund' AND new.lamports < 0
BEGIN
	INSERT INTO `seller_days` (owner_uid, day, sales, gross_lamports, fee_lamports, refunds, refund_wait_ms)
	VALUES (new.owner_uid, new.at / 86400000, 0, 0, 0, 1,
		max(0, new.at - coalesce((SELECT settled_at FROM orders WHERE id = new.order_id), new.at)))
	ON CONFLICT (owner_uid, day) DO UPDATE SET refunds = refunds + 1,
		refund_wait_ms = refund_wait_ms + excluded.refund_wait_ms;
END;
--> statement-breakpoint
UPDATE `seller_days` SET (`refunds`, `refund_wait_ms`) = (
	SELECT count(*), coalesce(sum(max(0, l.at - coalesce(o.settled_at, l.at))), 0)
	FROM `ledger` l LEFT JOIN `orders` o ON o.id = l.order_id
	WHERE l.owner_uid = `seller_days`.owner_uid AND l.kind = 'refund' AND l.lamports < 0
		AND l.at >= `seller_days`.day * 86400000 AND l.at < (`seller_days`.day + 1) * 86400000);
--> statement-breakpoint
UPDATE `products` SET `ranked` = max(0, coalesce((SELECT sum(sales) FROM `product_days`
	WHERE product_id = `products`.id), 0)) WHERE `sold` > 0;
