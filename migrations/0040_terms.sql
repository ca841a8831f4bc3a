ALTER TABLE `orders` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `product_version` integer;--> statement-breakpoint
CREATE INDEX `orders_without_terms` ON `orders` (`created_at`) WHERE terms IS NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `product_terms_changed`
AFTER UPDATE OF `price_lamports`, `recipient`, `sale_type` ON `products`
WHEN new.price_lamports <> old.price_lamports OR new.recipient <> old.recipient
	OR new.sale_type <> old.sale_type
BEGIN
	UPDATE products SET version = old.version + 1 WHERE seq = new.seq;
END;
