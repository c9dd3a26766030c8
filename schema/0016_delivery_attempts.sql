-- The 24 hours of attempts count from the first one, and a mail is repeated only to the recipients that it did not reach.
ALTER TABLE notification_deliveries ADD COLUMN first_attempt_at INTEGER;  -- of those that failed; null: none has
ALTER TABLE notification_deliveries ADD COLUMN recipients TEXT;           -- JSON array, who is left; null: all
UPDATE notification_deliveries SET first_attempt_at = created_at WHERE state = 'pending' AND attempts > 0;
