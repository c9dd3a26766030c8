-- The local time that was asked for (HH:MM), where a clock change moves the first start: start_time is the moved one.
ALTER TABLE schedules ADD COLUMN local_time TEXT;
