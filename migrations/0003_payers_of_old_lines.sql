-- Lines written before the ledger named its payers: known where the order rests on that payment.
UPDATE `ledger` SET `payer` = (
	SELECT `payer_wallet` FROM `orders` WHERE `orders`.`id` = `ledger`.`order_id`
		AND `orders`.`signature` = `ledger`.`signature`)
WHERE `payer` IS NULL;
