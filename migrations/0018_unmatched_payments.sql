CREATE TABLE `unmatched_payments` (
	`signature` text PRIMARY KEY NOT NULL,
	`slot` integer NOT NULL,
	`payer` text NOT NULL,
	`reference` text NOT NULL,
	`lamports` integer NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer
);
