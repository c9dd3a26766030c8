/** The number of UTC days that differences are kept, today included. Their counts are kept longer. */
export const DIFFERENCE_DAYS = 90;
