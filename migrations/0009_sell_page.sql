-- Names that were made from an e-mail address become empty: pages then show a name made of the uid.
UPDATE `users` SET `display_name` = ''
WHERE `display_name` <> '' AND (
  lower(`display_name`) = lower(`email`)
  OR lower(`display_name`) IN (
    lower(substr(`email`, 1, instr(`email`, '@') - 1)),
    lower(substr(substr(`email`, 1, instr(`email`, '@') - 1), 1, 40)),
    lower(substr(substr(`email`, 1, instr(`email`, '@') - 1), 1, 60))
  )
);
