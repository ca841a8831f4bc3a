CREATE TABLE `events` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner_uid` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`product_id` text,
	`body` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_owner` ON `events` (`owner_uid`,`id`);--> statement-breakpoint
CREATE TRIGGER `order_events`
AFTER UPDATE OF `status`, `finalized_at`, `paid_lamports` ON `orders`
BEGIN
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT new.owner_uid, 'sale.paid', new.id, new.product_id,
		json_object('lamports', new.paid_lamports), new.updated_at
	WHERE new.status = 'paid' AND new.paid_lamports > 0
		AND NOT (old.status = 'paid' AND coalesce(old.paid_lamports, 0) > 0);
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT p.owner_uid, 'product.sold_out', NULL, p.id, '{}', new.updated_at
	FROM products p WHERE p.id = new.product_id AND p.sold >= p.sale_limit
		AND new.status = 'paid' AND old.status <> 'paid';
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT new.owner_uid, 'sale.final', new.id, new.product_id, '{}', new.updated_at
	WHERE new.status = 'paid' AND new.paid_lamports > 0
		AND new.finalized_at IS NOT NULL AND old.finalized_at IS NULL;
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT new.owner_uid, 'sale.reversed', new.id, new.product_id, '{}', new.updated_at
	WHERE old.status = 'paid' AND new.status = 'review';
END;
--> statement-breakpoint
CREATE TRIGGER `refund_events`
AFTER UPDATE OF `signature` ON `refunds`
WHEN old.signature IS NULL AND new.signature IS NOT NULL
BEGIN
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT o.owner_uid, 'refund.done', o.id, o.product_id,
		json_object('lamports', new.lamports), new.refunded_at
	FROM orders o WHERE o.id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_events`
AFTER UPDATE OF `status`, `version` ON `products`
BEGIN
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT new.owner_uid, 'product.published', NULL, new.id, '{}', new.updated_at
	WHERE old.status = 'draft' AND new.status = 'active';
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT new.owner_uid, 'product.updated', NULL, new.id,
		json_object('version', new.version), new.updated_at
	WHERE new.version <> old.version AND new.status <> 'draft';
END;
