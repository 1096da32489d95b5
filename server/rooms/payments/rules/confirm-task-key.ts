/** Key of the task about a payment that its payer has to confirm. */
export const confirmTaskKey = (paymentId: string): string => `confirm ${paymentId}`
