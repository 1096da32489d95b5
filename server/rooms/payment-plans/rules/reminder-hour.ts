/** Hour of the account's day from which emails about installments are sent. */
export const REMINDER_HOUR = 8
